/** What the page of print jobs says by its script, in French. */

import type { JobWords } from './en.ts'

const labels = (count: number): string => (count < 2 ? `${count} étiquette` : `${count} étiquettes`)

export const jobs: JobWords = {
  labels,
  progress: (sent, all) => `${sent} sur ${labels(all)}`,
  job: (id) => `Travail ${id}`,
  live: 'En direct : les changements se voient aussitôt.',
  asking: (seconds) => `Pas en direct : nouvelle demande toutes les ${seconds} s.`,
  unanswered: 'Le service ne répond pas. Cette page continue de demander.',
  waitFor: (count) => (count < 2 ? `${count} travail vous attend` : `${count} travaux vous attendent`),
  about: (printer, count, when, by) => `${printer} : ${labels(count)}, ${when}${by === '' ? '' : `, de ${by}`}`,
  stopped: (printed, received, first, last) => {
    const told = printed === undefined ? 'On ne sait pas combien sont sorties.' : `Imprimées : ${printed}.`
    return `Il a été interrompu. L’imprimante a reçu ${labels(received)}. ${told} ${first === last ? `L’étiquette ${first} est incertaine` : `Les étiquettes ${first} à ${last} sont incertaines`}.`
  },
  isOnRoll: (label) => `L’étiquette ${label} est-elle sur le rouleau ?`,
  yes: (next) => `Oui : continuer à la ${next}`,
  yesLast: 'Oui : c’était la dernière, tout est imprimé',
  no: (label) => `Non : continuer à la ${label}`,
  lastOnRoll: 'Ou la dernière du rouleau est une autre : l’étiquette',
  between: (first, last) => `Indiquez une étiquette de ${first} à ${last}.`,
  goOn: 'Continuer après elle',
  heldFor: 'Avant l’impression, une erreur a été trouvée :',
  printHeld: 'Imprimer quand même',
  heldPrinted: 'Il est imprimé tel quel.',
  /** The ways by which jobs arrive. */
  sources: { socket: 'socket brut', pstprnt: 'chemin d’un serveur d’impression', ipp: 'IPP' },
  cancel: 'Annuler',
  cancelRest: 'Annuler le reste',
  reprint: 'Imprimer de nouveau',
  from: 'De l’étiquette',
  to: 'à l’étiquette',
  why: 'Motif',
  whyExample: 'déchirée, illisible, …',
  whyMissing: 'Indiquez le motif : il figure dans la liste avec le nouveau travail.',
  range: (most) =>
    most === 1 ? 'Il n’y a que l’étiquette 1.' : `Indiquez des étiquettes de 1 à ${most}, dans l’ordre.`,
  facts: {
    id: 'Numéro',
    sent: 'Envoyées',
    received: 'Reçues par l’imprimante',
    printed: 'Imprimées',
    first: 'Première étiquette',
    last: 'Dernière étiquette',
    of: 'Réimprime le travail',
    from: 'Première dont l’impression est incertaine',
    source: 'Arrivé par',
    created: 'Accepté',
    ended: 'Terminé',
    by: 'De',
    reason: 'Motif',
    idempotencyKey: 'Clé d’idempotence',
  },
  label: (number) => `étiquette ${number}`,
  notKnown: 'inconnu',
  whichLabels: 'Quelle étiquette ?',
  moreLabels: 'Plus d’étiquettes',
  labelsNotKept: 'Ce que disent ses étiquettes n’est pas conservé.',
  resumed: (from) => `Il continue à l’étiquette ${from}.`,
  completed: 'Il est terminé.',
  cancelled: 'Il est annulé.',
  cancelling: 'Il s’arrête après l’étiquette en cours.',
  reprinted: (id) => `Réimprimé comme travail ${id}.`,
  noAnswer: 'Le service ne répond pas : regardez le travail avant de réessayer.',
  later: (seconds) => `Réessayez dans ${seconds} s.`,
  readOf: (printer, job, read, all) => `${printer}, travail ${job} : ${read} sur ${labels(all)} relues`,
  readLabels: 'Relire les étiquettes',
  nextLabel: (label, all) => `La suivante est l’étiquette ${label} sur ${all} :`,
  allRead: (all) => (all === 1 ? 'L’étiquette est relue.' : `Les ${all} étiquettes sont relues.`),
  printAgain: (label) => `Réimprimer l’étiquette ${label}`,
  notRead: 'pas relue',
  moment: 'Un instant …',
  scanned: {
    right: (label) => `Juste : étiquette ${label}.`,
    out_of_order: (label, _text, expected) =>
      `Pas dans l’ordre : c’est l’étiquette ${label}. Elle compte ; la ${expected} manque encore.`,
    double: (label, _text, expected) =>
      `En double : l’étiquette ${label} est déjà relue. La ${expected} manque-t-elle ?`,
    wrong: (_label, text) => `Fausse : « ${text} » n’est pas une étiquette de ce travail.`,
  },
  noneYet: 'Pas encore de travaux : ce qui s’imprime sur une imprimante de ce service figure ici.',
  noneOfThese: 'Aucun travail de cette imprimante dans cet état.',
  noPrinters: 'Aucun travail, car ce service n’a pas encore d’imprimante.',
  againOf: (id) => `de nouveau, du travail ${id}`,
  misread: {
    keyboards: { us: 'américain', de: 'allemand', fr: 'français', es: 'espagnol' },
    keyboard: (text, scanner, computer) =>
      `C’est la bonne étiquette, mais elle est arrivée comme « ${text} » : le lecteur écrit pour ${scanner === undefined ? 'un autre clavier' : `un clavier ${scanner}`}, et cet ordinateur en a ${computer === undefined ? 'un différent' : `un ${computer}`}. Réglez le lecteur sur le clavier de cet ordinateur, avec le code de son pays dans le manuel du lecteur, et relisez.`,
    capsLock: (text) =>
      `C’est la bonne étiquette, mais elle est arrivée comme « ${text} » : désactivez le verrouillage des majuscules et relisez.`,
  },
  gone: 'Les travaux plus anciens n’ont pas pu être chargés.',
  counterNext: (text, sscc) => (sscc === undefined ? `le suivant est ${text}` : `le suivant est ${text}, SSCC ${sscc}`),
  counterAtEnd: (limit) => `a atteint son dernier numéro, ${limit}`,
  counterSet: (name, text) => `Le compteur ${name} donnera maintenant ${text}.`,
  changeCounter: 'Modifier',
  changeCounterNamed: (name) => `Modifier le compteur ${name}`,
  counterUnanswered: 'Le service ne répond pas. Réessayez.',
}
