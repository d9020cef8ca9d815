package io.castile.cache.observe.internal;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Verbs and other words of operations, in lower case and without accents: English, German, French,
 * Spanish, Italian, Portuguese, Dutch, and the commonest ones of a few more languages.
 */
final class VerbLists {
  /** The words that ask whether something is so. */
  static final Set<String> PREDICATES =
      set("is are was has have can may does exists contains hat ist existiert existe est esiste");

  /** Verbs of German and Dutch that read, a particle behind which makes them another verb. */
  static final Set<String> SEPARABLE =
      set(
          "hole holen hol lies lese lesen suche suchen such finde finden zeige zeigen ermittle"
              + " ermitteln pruefe pruefen prufe prufen berechne berechnen vergleiche vergleichen"
              + " uebersetze ubersetze frage rufe liste schlage",
          "haal halen lees lezen zoek zoeken vind vinden toon tonen bekijk bekijken controleer"
              + " controleren bereken berekenen vergelijk vergelijken vertaal vertalen geef vraag");

  /** Verbs that need their particle to be verbs of reading. */
  static final Set<String> NEED_PARTICLE = set("frage rufe schlage vraag");

  /** Verb and particle that read. */
  static final Set<String> WITH_PARTICLE =
      Set.of(
          "zeige an",
          "frage ab",
          "rufe ab",
          "liste auf",
          "lies aus",
          "lese aus",
          "schlage nach",
          "haal op",
          "vraag op",
          "zoek op",
          "lees uit",
          "geef terug",
          "look up",
          "look for");

  static final Set<String> PARTICLES =
      set(
          "ab an auf aus ein hoch vor zurueck zuruck weiter um zu nach fest los weg frei durch mit",
          "af op uit in vrij terug door toe mee bij over");

  /** Verbs that read, which as the first word of a name tell what is done. */
  static final Set<String> READING =
      set(
          "get list find search query read fetch lookup look retrieve describe show count check"
              + " calculate compute translate suggest suggestion browse compare enumerate"
              + " peek preview inquire enquire inquiry enquiry view display locate estimate echo"
              + " geocode autocomplete typeahead spellcheck parse encode decode",
          "auflisten abfragen anzeigen abrufen nachschlagen",
          "obtenir obtiens obtient lire lit chercher cherche rechercher recherche trouver trouve"
              + " lister afficher affiche consulter consulte recuperer recupere interroger"
              + " interroge calculer calcule verifier verifie comparer compare montrer voir"
              + " visualiser traduire estimer",
          "obtener obten obtiene leer lee buscar busca encontrar encuentra listar lista mostrar"
              + " muestra consultar consulta recuperar recupera calcular calcula verificar"
              + " verifica comparar traducir traer ver comprobar comprueba visualizar",
          "ottieni ottenere leggi leggere cerca cercare ricerca ricercare trova trovare elenca"
              + " elencare mostra mostrare visualizza visualizzare consultare recuperare calcola"
              + " calcolare verificare confronta confrontare traduci interroga interrogare",
          "obter obtem obtenha ler leia procurar procura pesquisar pesquisa exibir exibe traduzir"
              + " localizar",
          "ophalen opzoeken opvragen raadpleeg raadplegen",
          "hamta hent sok sog finn szukaj wyszukaj znajdz pokaz sprawdz wyswietl sorgula listele"
              + " getir goster");

  /** Verbs that read with some objects only. */
  static final Map<String, Set<String>> READING_SOME =
      Map.of(
          "convert",
              set(
                  "currency unit units temperature celsius fahrenheit kelvin length weight measure"
                      + " amount coordinates timezone zone color colour number text encoding"),
          "resolve",
              set(
                  "name names address addresses host hostname domain entity uri url urn location"
                      + " postcode zip alias code codes identifier reference"),
          "track",
              set(
                  "shipment shipments parcel parcels package packages delivery consignment container"
                      + " flight order orders"),
          "validate", validated(),
          "verify", validated());

  private static Set<String> validated() {
    return set(
        "address addresses vat iban bic zip postcode postal phone isbn issn ean vin checksum format"
            + " schema syntax xml date number");
  }

  /** Nouns and infinitives that tell at the end of a name that it reads: KeywordSearch. */
  static final Set<String> READING_LAST =
      set(
          "search query lookup inquiry enquiry inq suggestion get retrieve find",
          "suche suchen abfrage abfragen lesen anzeigen abrufen ermitteln finden auflisten"
              + " berechnen auskunft",
          "recherche rechercher consultation busqueda buscar consulta consultar ricerca"
              + " interrogazione pesquisa",
          "ophalen opzoeken opvragen raadplegen zoeken bekijken tonen");

  /**
   * The verbs of {@link #READING_LAST} in languages in which an infinitive may stand before them.
   */
  static final Set<String> ROMANCE_LAST =
      set(
          "recherche rechercher consultation busqueda buscar consulta consultar ricerca"
              + " interrogazione pesquisa");

  /** Words of names in one word, before what is read: getprice. */
  static final List<String> RUN_TOGETHER =
      List.of("get", "search", "find", "lookup", "retrieve", "query");

  /** Verbs that change something, and that are not also nouns for something that is read. */
  static final Set<String> FIRM =
      set(
          "create delete remove insert modify cancel increment decrement erase destroy acknowledge"
              + " ack dequeue enqueue consume append upsert overwrite persist save submit send"
              + " assign unassign confirm notify subscribe unsubscribe publish attach detach revoke"
              + " grant enable disable edit write drop purge rename renew unlock approve reject"
              + " invoke initialize upload login logout logon logoff signup signin signout buy pay"
              + " pop push poll take toggle allocate deallocate acquire receive unregister"
              + " async checkin checkout redeem burn withdraw activate deactivate unblock invite"
              + " archive restore generate execute apply accept decline deny escalate drain reserve"
              + " settle borrow enroll enrol",
          "loesche losche loeschen loschen entferne entfernen aendere andere aendern andern lege"
              + " anlegen erstelle erstellen speichere speichern sende senden buche buchen bestelle"
              + " bestellen kaufe kaufen bezahle bezahlen storniere stornieren reserviere"
              + " reservieren setze setzen fuege fuge hinzufuegen hinzufugen sperre sperren"
              + " entsperren aktualisiere aktualisieren melde anmelden abmelden bestaetige bestatige"
              + " bestaetigen bestatigen verbuche verbuchen verschicke verschicken",
          "supprimer supprime creer cree modifier modifie ajouter ajoute enregistrer enregistre"
              + " envoyer envoie payer paye acheter achete annuler annule valider valide commander"
              + " mettre inserer insere effacer efface ecrire reserver verrouiller verrouille"
              + " confirmer confirme debiter crediter",
          "crear crea borrar borra eliminar elimina modificar modifica agregar agrega anadir anade"
              + " guardar guarda enviar envia pagar comprar cancelar actualizar actualiza"
              + " insertar escribir reservar confirmar registrar bloquear agendar",
          "creare cancellare cancella eliminare modificare aggiungere aggiungi salvare salva"
              + " inviare invia pagare comprare acquistare acquista aggiornare aggiorna inserire"
              + " inserisci scrivere prenotare prenota confermare conferma registrare bloccare"
              + " annullare annulla",
          "criar apagar apaga excluir exclui alterar altera adicionar adiciona salvar gravar"
              + " grava atualizar atualiza inserir escrever remover",
          "verwijder verwijderen maak maken wijzig wijzigen voeg toevoegen bewaar bewaren"
              + " opslaan verstuur versturen verzend verzenden koop kopen betaal betalen annuleer"
              + " annuleren reserveer reserveren bijwerken bevestig bevestigen vergrendel");

  /** Verbs that change something, which are nouns as well, or may be: getOrder reads. */
  private static final Set<String> SOFT =
      set(
          "update add clear set put change post store register book order place start stop log"
              + " process reset merge transfer import export release open close lock move replace"
              + " charge mark rate vote refresh run report rank score refund return issue"
              + " record draft mail schedule plan contract fund stock ship pack call offer share"
              + " visit like comment tag flag note file link key bill invoice deposit credit debit"
              + " test complete use reply answer claim lease sign print load pick trade bid sell"
              + " rent hire sync deploy build commit abort retry finish end begin block follow join"
              + " leave forward recover copy clone split produce perform top recharge swap request"
              + " select download reopen suspend resume approve adjust allocate award ban bookmark"
              + " capture convert count debit deliver dispatch dismiss donate expire extend extract"
              + " feed fill fix force freeze give import install kill launch listen make match mint"
              + " mix mute order patch pause pin play promote queue raise react reboot recalculate"
              + " redirect regenerate reindex relist remind reorder repair repeat reprocess resend"
              + " reserve retire rollback rotate scan seed seal shift shut skip snooze spend spin"
              + " star stamp stream switch tip touch train trigger tune turn undo unlink unlock"
              + " unmark unpublish unset upgrade validate verify void wait warn watch wipe wire"
              + " checkpoint purchase rsvp ping");

  /** All verbs that change something. */
  static final Set<String> CHANGING = union(FIRM, SOFT);

  /** Directly behind a reading verb: what is got there is taken from others. */
  static final Set<String> TAKEN =
      set("lock lease mutex semaphore turn clear reset replace swap set put rid");

  /**
   * The nouns that are another thing, or used up, each time that they are got; and those that open
   * doors.
   */
  static final Set<String> CONSUMED =
      set(
          "next new unique random nonce token tokens session sessions sessionid otp captcha"
              + " challenge password passwords passwd pin tan credential credentials once",
          "naechste nachste naechsten nachsten naechster nachster neue neuen neuer neues passwort"
              + " kennwort zufall sitzung",
          "prochain prochaine suivant suivante nouveau nouvelle nouvel jeton passe",
          "siguiente proximo proxima nuevo nueva contrasena clave sesion",
          "prossimo prossima successivo nuovo nuova sessione",
          "seguinte novo nova senha sessao",
          "volgende nieuw nieuwe wachtwoord sessie");

  /** The nouns that are consumed where they are checked. */
  static final Set<String> STAMPED = set("ticket coupon voucher");

  /** The nouns that appear somewhere else where they are shown. */
  static final Set<String> SHOWN = set("message text notification alert popup dialog");

  /** For what things are listed that are offered. */
  static final Set<String> OFFERED = set("sale rent auction");

  /** The words that join a verb to another one, and hardly ever mean anything else. */
  static final Set<String> AND = set("and or then if unless und oder et ou y plus");

  /** The words that may join a verb to another one, or be a preposition. */
  static final Set<String> MAYBE_AND = set("e o en i of a");

  /** The words before a name that mean nothing. */
  static final Set<String> LEADING =
      set("do ws svc soap rpc api web op ota bapi rfc tns ns urn m z y if tem ser");

  /** The words after a name that mean nothing. */
  static final Set<String> TRAILING =
      set("request req rq msg operation op ws soap sync v element elem dto");

  private VerbLists() {}

  private static Set<String> set(String... words) {
    Set<String> all = new HashSet<>();
    for (String each : words) {
      all.addAll(Arrays.asList(each.split(" ")));
    }
    return Collections.unmodifiableSet(all);
  }

  private static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> all = new HashSet<>(one);
    all.addAll(other);
    return Collections.unmodifiableSet(all);
  }
}
