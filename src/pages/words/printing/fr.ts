/** What pages say of a print job that was just made, and of counters in its text, in French. */

import type { PrintingWords } from './en.ts'

export const printing: PrintingWords = {
  job: (id, title) => (title === undefined ? `Travail ${id}` : `Travail ${id} : ${title}`),
  sentOf: (sent, all) =>
    `${sent} ${sent > 1 ? 'envoyées' : 'envoyée'} sur ${all === 1 ? '1 étiquette' : `${all} étiquettes`}`,
  printedOf: (printed, all) =>
    `${printed} ${printed > 1 ? 'imprimées' : 'imprimée'} sur ${all === 1 ? '1 étiquette' : `${all} étiquettes`}`,
  cancel: 'Annuler',
  notCancelled: 'Le service ne répond pas. Essayez d’annuler de nouveau.',
  notLive: 'La suite ne s’affiche plus ici : suivez le lien pour la voir.',
  notFollowed: 'Cette clé ne permet pas de voir la suite du travail.',
  todo: {
    waiting:
      'L’imprimante ne le prend pas encore. Vérifiez qu’elle est allumée, fermée et garnie : le travail sortira dès qu’elle sera prête.',
    uncertain:
      'Il s’est interrompu. Regardez quelle étiquette est sortie en dernier, suivez le lien et indiquez-la : il reprendra après celle-ci.',
    failed: 'Il ne sera pas imprimé plus tard. Vérifiez l’imprimante, puis imprimez de nouveau.',
    cancelled: 'Les étiquettes qui manquent s’impriment depuis le lien.',
    held: 'Une erreur y a été trouvée. Suivez le lien pour la lire, puis imprimez-le quand même ou annulez-le.',
  },
  remedies: {
    unreachable: 'Vérifiez qu’elle est allumée et connectée, puis imprimez de nouveau.',
    silent: 'Vérifiez si elle manque de papier, est ouverte ou en pause, puis imprimez de nouveau ce qui manque.',
    refused: 'Lisez ce qu’affiche son écran, puis imprimez de nouveau.',
  },
  readLabels: 'Relire ses étiquettes maintenant',
  counting: {
    use: 'L’insérer dans le texte',
    placed: (name) => `Le numéro de ${name} est dans le texte, à la place du curseur.`,
    write: (text) => `Écrivez ${text} dans les textes du tableau, là où doit figurer le numéro.`,
    nameWrong: 'Un nom en minuscules, chiffres et traits d’union, s’il vous plaît.',
    isThere: 'Ce compteur existe : choisissez-le dans la liste.',
    unanswered: 'Le service ne répond pas. Réessayez.',
  },
}
