package io.castile.cache.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.castile.cache.observe.internal.OperationWords;
import io.castile.cache.observe.internal.OperationWords.Effect;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of operations that are known to read, and names that are not. */
class OperationWordsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        // English, in the forms of several stacks
        "getPrice GetPrice get_price get-price GETPRICE getprice getPriceRequest GetPriceRQ",
        "doGetPrice wsGetPrice ns1_getPrice tns_getPrice getPrice_v2 getPrice2 getPriceMsg",
        "CustomerService_getCustomer IOrderService.GetOrder CRM_getAccount CRMGetAccount",
        "Z_GET_PRICE ZSD_GET_ORDER OTA_ReadRQ RFC_READ_TABLE",
        "getOrder getOrders getOrderStatus getBook getStore getPost getAddress getLog getRelease",
        "getExchangeRate getRates getLastUpdate getSchedule getMarketStatus getNews getDataSet",
        "getPriceAndAvailability getTermsAndConditions getByIdOrName findInCatalog getInStock",
        "listCountries findCustomer searchCatalog queryAccounts readMeter fetchProfile lookupZip",
        "lookUpZip lookFor retrieveStatement describeService showOrder viewInvoice displayItem",
        "countOrders countByStatus checkAvailability checkStock checkVat checkInventory",
        "isAvailable hasStock canDelete existsCustomer doesExist isCancelled",
        "calculateShipping computeRoute estimateDelivery translateText convertCurrency",
        "compareProducts browseCategories suggestWords resolveHostName trackShipment trackOrder",
        "validateAddress verifyIban enumerateHosts peekQueue previewInvoice",
        "KeywordSearch AsinSearchRequest customerLookup BalanceInquiry AcctInqRq PriceQuery",
        // German, French, Spanish, Italian, Portuguese, Dutch
        "holeKunde sucheArtikel findeFiliale leseBestand zeigePreis zeigePreiseAn frageStatusAb",
        "ermittleSteuer berechnePorto pr\u00fcfeBestand KundenSuche PreisAbfragen listeFilialenAuf",
        "obtenirPrix lireSolde chercherProduit rechercherClient afficherStock consulterCompte",
        "listerAgences r\u00e9cup\u00e9rerFacture trouverMagasin v\u00e9rifierDisponibilit\u00e9",
        "obtenerPrecio buscarProducto buscarEnStock consultarSaldo leerEstado mostrarPedido",
        "buscarEstadoDelPedido listarTiendas",
        "ottieniPrezzo cercaProdotto leggiSaldo trovaNegozio elencaOrdini verificaDisponibilita",
        "obterPreco pesquisarProduto consultarPedido lerSaldo exibirExtrato listarLojas",
        "haalPrijsOp zoekProduct leesSaldo toonBestelling geefPersoon raadpleegKlant",
        "klantOpvragen bekijkFactuur",
      })
  void aReadingVerbAndNoSignOfWritingReads(String names) {
    for (String name : names.split(" ")) {
      OperationWords words = OperationWords.of(name);
      assertEquals(Effect.READS, words.effect(), () -> name + ": " + words.reason());
      assertTrue(words.reason().startsWith("its name says that it reads"), name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ackMessage charge checkIn checkOut checkin checkout markRead rateProduct voteFor refresh",
        "runReport kaufen enregistrer acknowledge markAsRead mark_as_read mark_read setRead",
        // a reading verb, and a sign of writing or of consuming
        "getAndIncrementCounter readAndDelete searchAndReserve fetchAndLock getThenDelete",
        "get_and_set getOrCreate findOrCreate findAndModify compareAndSwap compareExchange",
        "getOrderAndConfirm lookupAndLock findReplace getNextNumber getNext fetchNextJob getNewId",
        "getUniqueId getRandomNumber getToken getSessionId getNonce getOtp getCaptcha getLock",
        "readOnce getPassword fetchandlock searchandreserve getandset listForSale listHouseForRent checkOffItem getPut getset computeIfAbsent checkTicket"
            + " displayMessage getRidOf obtainLicence",
        "checkInPassenger CheckInOut check_in lieferscheinLoeschen readWrite",
        // no verb of reading, though it begins as one
        "listenTo readyOrder getawayX checkpoint countVote countClick",
        "pollMessages takeTicket popQueue dequeue receiveMessage consume pullTask drainQueue",
        "refreshCache touch ping sync process handle execute invoke perform submit",
        "convertLead convertToOrder resolveTicket trackEvent validateTicket validateCoupon",
        "verifyEmail verifyOtp validateOrder checkPassword loadFunds loadCard selectSeat",
        "saveSearch cancelQuery startSearch runQuery submitQuery executeQuery stopSearch createList",
        "bookmarkSearch orderSearch relist delist signUp logIn requestRide sendMail",
        "Service_delete ns1_charge Z_CREATE_ORDER doCheckOut wsVote CRMVote OTA_HotelResRQ",
        // other languages
        "holeAb holePaketAb ladeHoch gibFrei suche\u00c4ndern leseUndL\u00f6sche l\u00f6schen",
        "bestellen buchen stornieren bezahlen anmelden naechsteNummer holeNaechsteNummer",
        "payer acheter annuler valider commander ajouter lireEtSupprimer enregistrerRecherche",
        "obtenirJeton r\u00e9cup\u00e9rerMotDePasse obtenirProchainNumero",
        "comprar pagar cancelar guardar borrar leerYBorrar guardarConsulta obtenerContrasena",
        "recuperarContrase\u00f1a obtenerSiguienteNumero reservar agendar",
        "comprare acquistare annulla prenota leggiECancella ottieniProssimoNumero salvaRicerca",
        "excluir gravar lerEApagar recuperarSenha obterProximo votar",
        "kopen betalen verwijderen haalAf geefVrij geefUit leesEnVerwijder haalVolgende bestel",
        "\u0443\u0434\u0430\u043b\u0438\u0442\u044c \u8d2d\u4e70 x _ 1",
      })
  void allElseIsNotKnownToRead(String names) {
    for (String name : names.split(" ")) {
      OperationWords words = OperationWords.of(name);
      assertNotEquals(Effect.READS, words.effect(), () -> name + ": " + words.reason());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"createOrder", "deleteItem", "bookRoom", "kaufen", "enregistrer", "pagar"})
  void aVerbOfWritingChanges(String name) {
    assertEquals(Effect.CHANGES, OperationWords.of(name).effect());
    assertTrue(OperationWords.of(name).reason().startsWith("its name says that it changes"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"getCartItems", "do_get_Cart_Items_Request", "GetCartItemsRQ"})
  void wordsAndNounsAreWithoutFillers(String name) {
    OperationWords words = OperationWords.of(name);

    assertEquals(List.of("get", "cart", "items"), words.all());
    assertEquals(Set.of("cart", "item"), words.nouns());
    assertEquals("get", words.verb().orElseThrow());
  }
}
