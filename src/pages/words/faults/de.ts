/** What is wrong with a request, in German. */

import type { FaultWords } from './en.ts'

const unreadable = () => 'Diese Anfrage nimmt der Dienst nicht an.'
const date = 'das ist kein Datum'
const time = 'das ist keine Uhrzeit'
const country = 'dieses Land gibt es nicht'

export const faults: FaultWords = {
  otherLabels: (design, stock, where) =>
    where === 'printer'
      ? `Die Vorlage ist für Etiketten von ${design}, und die dieses Druckers haben ${stock}. Bitte einen anderen Drucker wählen oder die Größe der Vorlage ändern.`
      : `Die Vorlage ist für Etiketten von ${design}, und die dieses Bogens haben ${stock}. Bitte einen anderen Bogen wählen oder die Größe der Vorlage ändern.`,
  codes: {
    invalid_encoding: () => 'Diese Bytes sind kein Text. Speichern Sie die Datei als CSV UTF-8.',
    duplicate_parameter: ({ field }) => (field === undefined ? 'Etwas ist doppelt.' : `${field}: doppelt angegeben.`),
    missing_parameter: ({ field }) => (field === undefined ? 'Es fehlt etwas.' : `${field} fehlt.`),
    invalid_parameter: ({ field, given, range, wrongEscape }) => {
      if (wrongEscape !== undefined)
        return `„${wrongEscape}“ ist keine Escape-Folge: \\t, \\r, \\n, \\\\, \\xHH und \\u{H} sind es.`
      if (range !== undefined) return `Eine Zahl von ${range[0]} bis ${range[1]}.`
      const what = given === '' ? 'Das' : `„${given}“`
      return field === undefined
        ? `${what} ist hier nicht möglich.`
        : `${what} geht hier nicht, oder nicht zusammen mit dem, was sonst gewählt ist.`
    },
    bad_request: () => 'Das ist nicht lesbar. Ist ein Anführungszeichen zu viel oder zu wenig?',
    invalid_design: () => 'Die Vorlage hat Fehler.',
    key_required: ({ scopes }) =>
      scopes.length === 0
        ? 'Das braucht einen Schlüssel.'
        : `Das braucht einen Schlüssel mit dem Recht ${scopes.map((scope) => `„${scope}“`).join(' und ')}.`,
    key_expired: () => 'Dieser Schlüssel ist abgelaufen. Bitte einen anderen eingeben oder einen neuen verlangen.',
    key_unknown: () =>
      'Dieser Schlüssel ist hier nicht bekannt. Bitte geben Sie ihn noch einmal ein, oder fragen Sie nach einem neuen.',
    print_not_allowed: () => 'Diese Seite darf dort nicht drucken.',
    not_allowed: ({ scopes }) =>
      scopes.length === 0
        ? 'Mit diesem Schlüssel ist das nicht erlaubt.'
        : `Mit diesem Schlüssel ist das nicht erlaubt. Es braucht einen mit dem Recht ${scopes.map((scope) => `„${scope}“`).join(' und ')}.`,
    not_found: unreadable,
    printer_unknown: () => 'Diesen Drucker gibt es nicht mehr. Bitte laden Sie die Seite neu.',
    design_unknown: () => 'Diese Vorlage gibt es nicht mehr. Bitte laden Sie die Seite neu.',
    job_unknown: () => 'Diesen Auftrag gibt es hier nicht mehr.',
    no_state: () => 'Dieser Dienst bewahrt keine Aufträge auf.',
    method_not_allowed: unreadable,
    request_timeout: () => 'Die Verbindung war zu langsam. Bitte noch einmal versuchen.',
    job_state: () => 'Das geht bei diesem Auftrag jetzt nicht. Er ist inzwischen weitergegangen.',
    job_cancelled: () => 'Dieser Auftrag wurde abgebrochen.',
    body_too_large: () => 'Das ist zu viel auf einmal. Bitte nehmen Sie weniger Zeilen.',
    unsupported_media_type: () => 'Diese Datei ist keine Tabelle. Speichern Sie sie als CSV UTF-8.',
    expectation_failed: unreadable,
    wrong_host: () =>
      'Unter diesem Namen antwortet der Dienst nicht. Bitte fragen Sie, wer ihn betreibt, nach seiner Adresse.',
    invalid_character: ({ barcode, accepts, part, position }) =>
      position === undefined
        ? `${barcode} kann eines dieser Zeichen nicht enthalten. ${accepts}`.trim()
        : `${barcode} kann „${part}“ an Stelle ${position} nicht enthalten. ${accepts}`.trim(),
    invalid_length: ({ barcode, accepts, count }) => `${count} Zeichen passen nicht zu ${barcode}. ${accepts}`.trim(),
    bad_check_digit: ({ instead, part }) =>
      instead === undefined
        ? 'Die Prüfziffer stimmt nicht.'
        : `Die letzte Ziffer, ${part}, passt nicht zu den anderen; es müsste ${instead.slice(-1)} sein.`,
    data_too_long: ({ barcode, accepts }) => `Das ist zu lang für ${barcode}. ${accepts}`.trim(),
    does_not_fit: () => 'Das ist zu groß und passt nicht.',
    invalid_document: () =>
      'Aus der Datei werden keine Etiketten: Sie ist kein PDF, PNG oder JPEG, oder sie ist beschädigt, geschützt oder zu groß.',
    not_conforming: () => 'Das ist vielleicht nicht lesbar.',
    not_served: () => 'Das zeichnet dieser Dienst nicht.',
    too_many_labels: () => 'Das sind mehr Etiketten, als in ein Dokument gehen.',
    invalid_rows: () => 'Aus manchen Zeilen wird kein Etikett.',
    missing_field: ({ field }) => (field === undefined ? 'Ein Feld der Vorlage fehlt.' : `${field} fehlt.`),
    invalid_field: ({ given }) =>
      `${given === '' ? 'Das' : `„${given}“`} passt nicht zu dem, was die Vorlage hier verlangt.`,
    no_counter: () => 'Die Vorlage nummeriert ihre Etiketten, aber dieser Dienst führt keine Zähler.',
    printers_fixed: () => 'Die Drucker dieses Dienstes stehen in einer Datei, die er nicht ändert.',
    printer_changed: () =>
      'Jemand hat den Drucker inzwischen geändert: bitte öffnen Sie ihn neu, bevor Sie ihn speichern.',
    setup_changed: () => 'Jemand hat die Einrichtung inzwischen geändert: Bitte wählen Sie die Datei noch einmal.',
    own_address: () => 'Das ist die Adresse dieses Dienstes selbst, nicht die eines Druckers.',
    keys_fixed: () => 'Die Schlüssel dieses Dienstes stehen in einer Datei, die er nicht ändert.',
    designs_fixed: () => 'Die Vorlagen dieses Dienstes sind Dateien, die er zeigt und nicht ändert.',
    design_changed: () =>
      'Jemand hat die Vorlage inzwischen geändert: bitte öffnen Sie sie neu, bevor Sie sie sichern.',
    counter_used: () => 'Der Zähler geht nie zurück: bitte geben Sie eine spätere Zahl für den Anfang an.',
    counter_overlaps: () =>
      'Ein anderer Zähler könnte dasselbe vergeben: bitte geben Sie jedem eigene Zahlen, mit Anfang und Grenze.',
    counter_unknown: () =>
      'Diesen Zähler gibt es hier nicht. Bitte legen Sie ihn an, oder schreiben Sie zwei Klammern für den Text selbst: {{serial:name}}.',
    counter_exhausted: () => 'Der Zähler ist an seinem Ende: bitte stellen Sie ihn neu ein.',
    key_used: () => 'Unter dieser Nummer wurde inzwischen etwas anderes gedruckt. Bitte drucken Sie noch einmal.',
    gs1_syntax: ({ part, position, rule }) => {
      if (rule === 'name' || rule === 'compressed') return `„${part}“ ${faults.rules[rule]}.`
      return position === undefined || position === 1
        ? 'Das ist keine GS1-Nachricht: Jeder Wert steht hinter seinem AI in Klammern, etwa (01)09506000134352.'
        : `„${part}“ an Stelle ${position} gehört zu keiner GS1-Nachricht: Jeder Wert steht hinter seinem AI in Klammern.`
    },
    gs1_unknown_ai: ({ ai, part, measure }) =>
      measure === undefined
        ? `Den Datenbezeichner ${ai === '' ? `„${part}“` : ai} gibt es bei GS1 nicht.`
        : `Bei ${ai} fehlt die vierte Ziffer, die Zahl der Nachkommastellen: ${measure[0]} bis ${measure[1]}.`,
    gs1_invalid_value: ({ ai, rule }) =>
      `${ai}: ${rule === undefined ? 'dieser Wert ist falsch' : faults.rules[rule]}.`,
    gs1_missing_ai: ({ ai }) =>
      ai === '' ? 'Ein weiteres Element fehlt.' : `${ai} braucht ein weiteres Element in derselben Nachricht.`,
    gs1_excluded_ai: ({ ai, rule }) => `${ai} ${rule === 'repeat' ? faults.rules.repeat : faults.rules.ex}.`,
    gs1_carrier: ({ barcode }) => `${barcode} kann diese Nachricht nicht enthalten.`,
    rate_limited: () => 'Es waren viele Anfragen auf einmal.',
    uri_too_long: () => 'Das ist zu lang für eine Anfrage.',
    verification_failed: () =>
      'Was gezeichnet wurde, war nicht, was verlangt war; nichts davon wurde ausgegeben. Bitte sagen Sie es denen, die den Dienst betreiben.',
    internal_error: () => 'Der Dienst hat einen Fehler gemacht. Bitte sagen Sie es denen, die ihn betreiben.',
    printer_unreachable: () => 'Der Drucker ist nicht erreichbar.',
    printer_refused: () => 'Der Drucker hat den Auftrag nicht angenommen.',
    overloaded: () => 'Der Dienst ist ausgelastet.',
    state_full: () => 'Der Dienst hat keinen Platz für weitere Aufträge. Bitte sagen Sie es dem, der ihn betreibt.',
    state_failed: () =>
      'Der Dienst kann zurzeit keine Aufträge aufbewahren. Bitte sagen Sie es dem, der ihn betreibt, und sehen Sie nach, was gedruckt wurde.',
    printer_timeout: () => 'Der Drucker antwortet nicht.',
  },
  rules: {
    csum: 'die Prüfziffer stimmt nicht',
    csumalpha: 'die zwei Prüfzeichen am Ende stimmen nicht',
    iban: 'diese IBAN stimmt nicht',
    gcppos1: 'am Anfang steht keine GS1-Basisnummer',
    gcppos2: 'hinter der ersten Ziffer steht keine GS1-Basisnummer',
    yymmdd: date,
    yymmd0: date,
    yyyymmdd: date,
    yyyymmd0: date,
    hhmi: time,
    hh: 'Stunden gehen von 00 bis 23',
    mi: 'Minuten gehen von 00 bis 59',
    ss: 'Sekunden gehen von 00 bis 59',
    iso3166: country,
    iso3166999: country,
    iso3166alpha2: country,
    iso4217: 'diese Währung gibt es nicht',
    iso5218: 'möglich sind nur 0, 1, 2 oder 9',
    mediatype: 'möglich sind nur 01 bis 10 und 80 bis 99',
    packagetype: 'diese Art von Packstück gibt es nicht',
    importeridx: 'möglich ist nur ein Buchstabe, eine Ziffer, - oder _',
    yesno: 'möglich ist nur 0 (nein) oder 1 (ja)',
    winding: 'möglich sind nur 0, 1 oder 9',
    zero: 'möglich ist hier nur 0',
    nonzero: 'der Wert muss größer als 0 sein',
    nozeroprefix: 'Nullen vor der Zahl gehören nicht hierher',
    hasnondigit: 'mindestens ein Zeichen muss etwas anderes als eine Ziffer sein',
    hyphen: 'möglich ist hier nur ein Bindestrich',
    pieceoftotal: 'die Nummer des Stücks geht von 1 bis zur Gesamtzahl',
    posinseqslash: 'Platz und Gesamtzahl stehen wie in 2/5',
    pcenc: 'ein % steht vor zwei Zeichen 0 bis 9 oder A bis F',
    latitude: 'diese Breite gibt es nicht',
    longitude: 'diese Länge gibt es nicht',
    couponcode: 'dieser Gutscheincode ist nicht richtig zusammengesetzt',
    couponposoffer: 'dieser Gutscheincode ist nicht richtig zusammengesetzt',
    csetnumeric: 'möglich sind nur Ziffern',
    cset82: 'möglich sind nur Buchstaben ohne Umlaute, Ziffern und einige Zeichen, ohne Leerzeichen',
    cset39: 'möglich sind nur Großbuchstaben, Ziffern und # - /',
    cset64: 'möglich sind nur Buchstaben, Ziffern, - und _',
    length: 'der Wert ist zu kurz oder zu lang',
    req: 'ein weiteres Element fehlt',
    ex: 'passt nicht zu einem anderen Element der Nachricht',
    repeat: 'steht mehrmals da, mit verschiedenen Werten',
    name: 'benennt einen AI mit Buchstaben, wie es Links vor 2021 taten; richtig sind Ziffern',
    compressed: 'hat keinen AI vor sich: Komprimierte Links werden nicht gelesen',
  },
}
