/** What is wrong with a request, in French. */

import type { FaultWords } from './en.ts'

const unreadable = () => 'Le service n’accepte pas cette demande.'
const date = 'ce n’est pas une date'
const time = 'ce n’est pas une heure'
const country = 'ce pays n’existe pas'

export const faults: FaultWords = {
  otherLabels: (design, stock, where) =>
    where === 'printer'
      ? `Le modèle est pour des étiquettes de ${design}, et celles de cette imprimante font ${stock}. Choisissez une autre imprimante ou changez la taille du modèle.`
      : `Le modèle est pour des étiquettes de ${design}, et celles de cette planche font ${stock}. Choisissez une autre planche ou changez la taille du modèle.`,
  codes: {
    invalid_encoding: () => 'Ces octets ne sont pas du texte. Enregistrez le fichier en CSV UTF-8.',
    duplicate_parameter: ({ field }) =>
      field === undefined ? 'Quelque chose est indiqué deux fois.' : `${field} : indiqué deux fois.`,
    missing_parameter: ({ field }) => (field === undefined ? 'Il manque quelque chose.' : `Il manque : ${field}.`),
    invalid_parameter: ({ field, given, range, wrongEscape }) => {
      if (wrongEscape !== undefined)
        return `« ${wrongEscape} » n’est pas une séquence d’échappement ; celles-ci en sont : \\t, \\r, \\n, \\\\, \\xHH et \\u{H}.`
      if (range !== undefined) return `Un nombre de ${range[0]} à ${range[1]}.`
      const what = given === '' ? 'Cela' : `« ${given} »`
      return field === undefined
        ? `${what} n’est pas possible ici.`
        : `${what} n’est pas possible ici, ou pas avec vos autres choix.`
    },
    bad_request: () => 'Ceci est illisible. Y a-t-il un guillemet de trop ou de moins ?',
    invalid_design: () => 'Le modèle contient des erreurs.',
    key_required: ({ scopes }) =>
      scopes.length === 0
        ? 'Pour cela, il faut une clé.'
        : `Pour cela, il faut une clé qui ait le droit ${scopes.map((scope) => `« ${scope} »`).join(' et ')}.`,
    key_expired: () => 'Cette clé a expiré. Saisissez-en une autre ou demandez-en une nouvelle.',
    key_unknown: () => 'Cette clé n’est pas connue ici. Saisissez-la de nouveau ou demandez-en une nouvelle.',
    print_not_allowed: () => 'Cette page n’a pas le droit d’imprimer là.',
    not_allowed: ({ scopes }) =>
      scopes.length === 0
        ? 'Cette clé n’en a pas le droit.'
        : `Cette clé n’en a pas le droit. Il en faut une qui ait le droit ${scopes.map((scope) => `« ${scope} »`).join(' et ')}.`,
    not_found: unreadable,
    printer_unknown: () => 'Cette imprimante n’existe plus. Rechargez la page.',
    design_unknown: () => 'Ce modèle n’existe plus. Rechargez la page.',
    job_unknown: () => 'Ce travail n’est plus connu ici.',
    no_state: () => 'Ce service ne conserve pas les travaux.',
    method_not_allowed: unreadable,
    request_timeout: () => 'La connexion était trop lente. Veuillez réessayer.',
    job_state: () => 'Ce n’est plus possible pour ce travail : il a avancé entre-temps.',
    job_cancelled: () => 'Ce travail a été annulé.',
    body_too_large: () => 'C’est trop pour une seule demande. Prenez moins de lignes.',
    unsupported_media_type: () => 'Ce fichier n’est pas un tableau. Enregistrez-le en CSV UTF-8.',
    expectation_failed: unreadable,
    wrong_host: () => 'Le service ne répond pas à ce nom. Demandez son adresse à la personne qui le gère.',
    invalid_character: ({ barcode, accepts, part, position }) =>
      position === undefined
        ? `${barcode} n’accepte pas l’un de ces caractères. ${accepts}`.trim()
        : `${barcode} n’accepte pas « ${part} » en position ${position}. ${accepts}`.trim(),
    invalid_length: ({ barcode, accepts, count }) =>
      `${barcode} n’accepte pas ${count < 2 ? `${count} caractère` : `${count} caractères`}. ${accepts}`.trim(),
    bad_check_digit: ({ instead, part }) =>
      instead === undefined
        ? 'La clé de contrôle est fausse.'
        : `Le dernier chiffre, ${part}, ne correspond pas aux autres ; il faudrait ${instead.slice(-1)}.`,
    data_too_long: ({ barcode, accepts }) => `C’est trop long pour ${barcode}. ${accepts}`.trim(),
    does_not_fit: () => 'C’est trop grand pour la place.',
    invalid_document: () =>
      'Le fichier ne donne pas d’étiquettes : ce n’est ni un PDF, ni un PNG, ni un JPEG, ou il est endommagé, protégé ou trop grand.',
    not_conforming: () => 'La lecture n’est pas assurée.',
    not_served: () => 'Ce service ne dessine pas cela.',
    too_many_labels: () => 'Cela fait plus d’étiquettes qu’un document n’en prend.',
    invalid_rows: () => 'Certaines lignes ne peuvent pas être dessinées.',
    missing_field: ({ field }) => (field === undefined ? 'Il manque un champ du modèle.' : `Il manque : ${field}.`),
    invalid_field: ({ given }) => `${given === '' ? 'Cela' : `« ${given} »`} n’est pas ce que le modèle attend ici.`,
    no_counter: () => 'Le modèle numérote ses étiquettes, mais ce service ne tient pas de compteurs.',
    printers_fixed: () => 'Les imprimantes de ce service sont dans un fichier qu’il ne modifie pas.',
    printer_changed: () => 'Quelqu’un a modifié l’imprimante entre-temps : rouvrez-la avant de l’enregistrer.',
    setup_changed: () => 'Quelqu’un a modifié la configuration entre-temps : choisissez le fichier de nouveau.',
    own_address: () => 'C’est l’adresse de ce service lui-même, pas celle d’une imprimante.',
    keys_fixed: () => 'Les clés de ce service sont dans un fichier qu’il ne modifie pas.',
    designs_fixed: () => 'Les modèles de ce service sont des fichiers qu’il montre et ne modifie pas.',
    design_changed: () => 'Quelqu’un a modifié le modèle entre-temps : rouvrez-le avant de l’enregistrer.',
    counter_used: () => 'Le compteur ne recule jamais : indiquez un numéro de départ plus élevé.',
    counter_overlaps: () =>
      'Un autre compteur pourrait donner les mêmes numéros : donnez à chacun les siens, avec un début et une limite.',
    counter_unknown: () =>
      'Ce compteur n’existe pas ici. Créez-le, ou doublez les accolades pour le texte lui-même : {{serial:nom}}.',
    counter_exhausted: () => 'Le compteur a atteint sa limite : réglez-le de nouveau.',
    key_used: () => 'Autre chose a été imprimé sous ce numéro entre-temps. Imprimez de nouveau.',
    gs1_syntax: ({ part, position, rule }) => {
      if (rule === 'name' || rule === 'compressed') return `« ${part} » ${faults.rules[rule]}.`
      return position === undefined || position === 1
        ? 'Ce n’est pas un message GS1 : chaque valeur suit son AI entre parenthèses, comme (01)09506000134352.'
        : `« ${part} » en position ${position} n’appartient pas à un message GS1 : chaque valeur suit son AI entre parenthèses.`
    },
    gs1_unknown_ai: ({ ai, part, measure }) =>
      measure === undefined
        ? `GS1 n’a pas d’identifiant d’application ${ai === '' ? `« ${part} »` : ai}.`
        : `Il manque à ${ai} son quatrième chiffre, le nombre de décimales : ${measure[0]} à ${measure[1]}.`,
    gs1_invalid_value: ({ ai, rule }) =>
      `${ai} : ${rule === undefined ? 'cette valeur est fausse' : faults.rules[rule]}.`,
    gs1_missing_ai: ({ ai }) =>
      ai === '' ? 'Il manque un autre élément.' : `${ai} exige un autre élément dans le même message.`,
    gs1_excluded_ai: ({ ai, rule }) => `${ai} ${rule === 'repeat' ? faults.rules.repeat : faults.rules.ex}.`,
    gs1_carrier: ({ barcode }) => `${barcode} ne peut pas porter ce message.`,
    rate_limited: () => 'Il y a eu trop de demandes à la fois.',
    uri_too_long: () => 'C’est trop long pour une demande.',
    verification_failed: () =>
      'Le dessin n’était pas ce qui était demandé, et rien n’est sorti. Prévenez la personne qui gère le service.',
    internal_error: () => 'Le service a commis une erreur. Prévenez la personne qui le gère.',
    printer_unreachable: () => 'L’imprimante est injoignable.',
    printer_refused: () => 'L’imprimante a refusé le travail.',
    overloaded: () => 'Le service est occupé.',
    state_full: () => 'Le service n’a plus de place pour d’autres travaux. Prévenez la personne qui le gère.',
    state_failed: () =>
      'Le service ne peut pas conserver de travaux en ce moment. Prévenez la personne qui le gère et regardez ce qui est imprimé.',
    printer_timeout: () => 'L’imprimante ne répond pas.',
  },
  rules: {
    csum: 'la clé de contrôle est fausse',
    csumalpha: 'les deux caractères de contrôle à la fin sont faux',
    iban: 'cet IBAN est faux',
    gcppos1: 'elle ne commence pas par un préfixe entreprise GS1',
    gcppos2: 'aucun préfixe entreprise GS1 ne suit le premier chiffre',
    yymmdd: date,
    yymmd0: date,
    yyyymmdd: date,
    yyyymmd0: date,
    hhmi: time,
    hh: 'les heures vont de 00 à 23',
    mi: 'les minutes vont de 00 à 59',
    ss: 'les secondes vont de 00 à 59',
    iso3166: country,
    iso3166999: country,
    iso3166alpha2: country,
    iso4217: 'cette monnaie n’existe pas',
    iso5218: 'seuls 0, 1, 2 ou 9 sont possibles',
    mediatype: 'seuls 01 à 10 et 80 à 99 sont possibles',
    packagetype: 'ce type de colis n’existe pas',
    importeridx: 'seuls une lettre, un chiffre, - ou _ sont possibles',
    yesno: 'seuls 0 (non) ou 1 (oui) sont possibles',
    winding: 'seuls 0, 1 ou 9 sont possibles',
    zero: 'seul 0 est possible ici',
    nonzero: 'la valeur doit être supérieure à 0',
    nozeroprefix: 'les zéros devant le nombre sont de trop',
    hasnondigit: 'il faut au moins un caractère qui ne soit pas un chiffre',
    hyphen: 'seul un tiret est possible ici',
    pieceoftotal: 'le numéro de la pièce va de 1 au total',
    posinseqslash: 'le rang et le total s’écrivent comme 2/5',
    pcenc: 'un % est suivi de deux chiffres de 0 à 9 ou de A à F',
    latitude: 'cette latitude n’existe pas',
    longitude: 'cette longitude n’existe pas',
    couponcode: 'ce code de coupon est mal composé',
    couponposoffer: 'ce code de coupon est mal composé',
    csetnumeric: 'seuls des chiffres sont possibles',
    cset82: 'seuls des lettres sans accent, des chiffres et quelques signes sont possibles, sans espace',
    cset39: 'seuls des majuscules, des chiffres et # - / sont possibles',
    cset64: 'seuls des lettres, des chiffres, - et _ sont possibles',
    length: 'la valeur est trop courte ou trop longue',
    req: 'il manque un autre élément',
    ex: 'ne va pas avec un autre élément du message',
    repeat: 'est là plus d’une fois, avec des valeurs différentes',
    name: 'nomme un AI par des lettres, comme les liens d’avant 2021 ; il faut des chiffres',
    compressed: 'n’a pas d’AI devant lui : les liens compressés ne sont pas lus',
  },
}
