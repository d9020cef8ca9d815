#!/usr/bin/env bash
# Builds the site in target/site: the pages of docs/ with a search, and with --api the documentation of the published modules.
# Needs python3 with venv; --api also needs what the build needs. A link that leads nowhere is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

api=false
case ${1:-} in
  '') ;;
  --api) api=true ;;
  *) echo "usage: docs/site.sh [--api]" >&2; exit 2 ;;
esac

venv=target/site-venv
pages=target/site-pages
mkdir -p target
[ -x "$venv/bin/mkdocs" ] || python3 -m venv "$venv"
"$venv/bin/pip" install -q --disable-pip-version-check -r docs/site-requirements.txt

# The pages refer to files beside docs/ as they stand in the repository: these become pages too.
rm -rf "$pages"
mkdir -p "$pages"
cp -r docs/. "$pages"
mkdir -p "$pages/lab"
cp -r lab/tables lab/README.md "$pages/lab"
rm "$pages/site.sh" "$pages/site.yml" "$pages/site-requirements.txt"
mv "$pages/README.md" "$pages/documentation.md"
beside='s#](docs/README.md#](documentation.md#g; s#](docs/#](#g; s#](dist/README.md#](dist.md#g; s#](examples/README.md#](examples.md#g; s#](LICENSE)#](LICENSE.md)#g'
for name in CHANGELOG CONTRIBUTING SECURITY; do
  sed "$beside" "$name.md" > "$pages/$name.md"
done
sed "$beside" README.md > "$pages/index.md"
sed 's#](../docs/#](#g' dist/README.md > "$pages/dist.md"
sed 's#](../docs/#](#g' examples/README.md > "$pages/examples.md"
{ printf '# License\n\n```\n'; cat LICENSE; printf '```\n'; } > "$pages/LICENSE.md"
# From a folder of docs/ a file beside docs/ is one step nearer than it was.
find "$pages" -mindepth 2 -name '*.md' -exec sed -i 's#](../../dist/README.md#](../dist.md#g; s#](../../\(CHANGELOG\|CONTRIBUTING\|SECURITY\)#](../\1#g; s#](../../README.md#](../index.md#g; s#](../../LICENSE)#](../LICENSE.md)#g; s#](../../examples/README.md#](../examples.md#g; s#](../../lab/#](../lab/#g; s#](../../docs/#](../../#g' {} +
sed -i 's#](../docs/#](../#g' "$pages/lab/README.md"
sed -i 's#](../dist/README.md#](dist.md#g; s#](../lab/#](lab/#g; s#](../\(CHANGELOG\|CONTRIBUTING\|SECURITY\)#](\1#g' "$pages"/*.md

# The page "Java API" lists the modules whose documentation was built.
{
  printf '# Java API\n\n'
  if $api; then
    mvn -B -q -ntp -Prelease -Dmaven.test.skip=true -Dspotless.check.skip=true package >&2
    mkdir -p "$pages/api"
    for documented in */target/reports/apidocs integrations/*/target/reports/apidocs; do
      room=${documented%%/target/*}
      name=$(sed -n 's#^  <artifactId>\(castile-[a-z0-9-]*\)</artifactId>#\1#p' "$room/pom.xml")
      about=$(sed -n 's#^  <description>\(.*\)</description>#\1#p' "$room/pom.xml")
      cp -r "$documented" "$pages/api/$name"
      printf '* [`%s`](api/%s/index.html): %s\n' "$name" "$name" "$about"
    done
  else
    printf 'The documentation of the published modules is on the site that `docs/site.sh --api` builds, and in the `-javadoc.jar` of each.\n'
  fi
} > "$pages/api.md"

"$venv/bin/mkdocs" build --quiet --strict --config-file docs/site.yml --site-dir "$PWD/target/site"
echo "target/site/index.html"
