/** What the page of healed documents says by its script, in French. */

import type { HealWords } from './en.ts'

const labelsOf = (count: number): string => (count === 1 ? '1 étiquette' : `${count} étiquettes`)

export const heal: HealWords = {
  tooLarge: 'C’est trop grand : un document a au plus 8 Mio.',
  healing: 'Les étiquettes sont dessinées …',
  found: (labels, healed, left) =>
    [
      `${labelsOf(labels)} :`,
      `${healed === 1 ? '1 symbole est redessiné' : `${healed} symboles sont redessinés`}${left === 0 ? '.' : ','}`,
      ...(left === 0 ? [] : [`${left === 1 ? '1 reste' : `${left} restent`} comme avant.`]),
    ].join(' '),
  noSymbol: (labels) =>
    `${labelsOf(labels)}. Aucun symbole n’a été trouvé : seuls les mots et les lignes sont dessinés.`,
  label: (number, count) => `Étiquette ${number} sur ${count}`,
  ofPage: (page) => `page ${page}`,
  ofPart: (page, part) => `page ${page}, partie ${part}`,
  measure: (width, height) => `${width} × ${height} mm`,
  before: 'Imprimée par un pilote',
  after: 'Réparée',
  pictureBefore: (number) => `L’étiquette ${number} imprimée par un pilote d’imprimante`,
  pictureAfter: (number) => `L’étiquette ${number} imprimée réparée`,
  show: 'Montrer les images',
  showOf: (number) => `Montrer les images de l’étiquette ${number}`,
  save: 'Enregistrer cette étiquette',
  saveOf: (number) => `Enregistrer l’étiquette ${number}`,
  symbols: (number) => `Symboles de l’étiquette ${number}`,
  width: (before, after) => (after === undefined ? `X ${before} mm` : `X ${before} → ${after} mm`),
  grade: (before, after) => `Note ${before} → ${after}`,
  unreadable: 'illisible',
  states: {
    healed: 'Redessiné sur des points entiers.',
    doubtful: 'Comme avant : il n’est pas lu deux fois avec les mêmes modules et sans erreur.',
    inverted: 'Comme avant : il est clair sur fond sombre.',
    tilted: 'Comme avant : il n’est pas parallèle aux bords de l’étiquette.',
    touched: 'Comme avant : quelque chose touche ses barres et peut en faire partie.',
    no_room: 'Comme avant : sur des points entiers, ses zones de silence ne seraient pas libres.',
  },
  notes: {
    turned: () => 'La page est tournée d’un quart dans le sens des aiguilles d’une montre.',
    cropped: () => 'Ce qui est imprimé sur la page est au milieu de l’étiquette.',
    scaled: (percent) => `La page est plus grande que l’étiquette et imprimée à ${percent} % de sa taille.`,
    cut: () => 'La page est plus grande que l’étiquette : ce qui dépasse est coupé.',
    dithered: () => 'Les images et les zones grises sont imprimées en points fins.',
    guards_shortened: () => 'Les barres de garde ont la hauteur des autres, car des mots se trouvent au-dessous.',
  },
  ask: (printer, labels) => `Imprimer ${labelsOf(labels)} sur ${printer} ?`,
  yes: (labels) => `Imprimer ${labelsOf(labels)}`,
  no: 'Pas maintenant',
  later: (seconds) => `Le service est occupé. Veuillez réessayer dans ${seconds} s.`,
  unanswered: 'Le service ne répond pas. Veuillez réessayer.',
}
