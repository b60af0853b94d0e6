/** Grades in French. */

import type { GradeWords } from './en.ts'

export const grades: GradeWords = {
  field: 'Noter l’impression',
  no: 'Non',
  yes: 'Estimer les notes',
  fieldHint: 'Ce qu’un vérificateur dirait d’une numérisation, selon ISO/IEC 15416 et 15415.',
  dpi: 'Résolution de la numérisation, dpi',
  dpiHint: 'Pour X en mm et l’ouverture.',
  dpiWrong: 'La résolution est un nombre de 50 à 9600.',
  asked: 'Note exigée',
  askedHint: 'Comme GS1 l’écrit : note, ouverture, lumière.',
  askedWrong: 'Une note exigée a la forme 1.5/06/660 ou 1.5/06/W.',
  title: 'Notes : une estimation',
  estimate: 'estimation',
  notice: 'C’est une estimation : aucun scanner ni appareil photo n’est un vérificateur étalonné.',
  pdf: 'Estimation en PDF',
  pdfHint: 'Pour le PDF, l’image est envoyée à ce service.',
  making: 'Création du PDF …',
  unanswered: 'Le service n’a pas répondu. Veuillez réessayer.',
  none: 'Aucun symbole qui puisse être noté n’a été trouvé.',
  picture: (name, symbols) =>
    symbols < 2
      ? `L’image ${name}, avec ${symbols} symbole encadré`
      : `L’image ${name}, avec ${symbols} symboles encadrés`,
  askedFor: (grade, missing, unseen, all) =>
    missing > 0
      ? `Note exigée ${grade} : non atteinte par ${missing} sur ${all}.`
      : unseen > 0
        ? `Note exigée ${grade} : l’image ne permet pas d’en juger pour ${unseen} sur ${all}.`
        : `Note exigée ${grade} : atteinte.`,
  drawn: (size: string, dpi: string | undefined, page: string | undefined) =>
    `${page === undefined ? 'Le SVG a été dessiné' : `La page ${page} du PDF a été dessinée`} ${dpi === undefined ? '' : `à ${dpi} dpi, `}en ${size}.`,
  met: 'la note exigée est atteinte',
  notMet: 'la note exigée n’est pas atteinte',
  metUnseen: 'l’image ne montre pas si la note exigée est atteinte',
  atBest: (grade) => `au mieux ${grade}`,
  uneven: (share) => `l’endroit le plus sombre du papier a ${share} de lumière en moins ; cela est compensé`,
  unseen: {
    two_greys: 'non visible : l’image n’a que deux gris',
    drawing: 'non visible : un dessin n’a ni papier ni encre',
    clipped_white:
      'non visible : tout ce qui est clair est blanc pur ; numérisez plus sombre, sans contraste automatique',
    clipped_black:
      'non visible : tout ce qui est sombre est noir pur ; numérisez plus clair, sans contraste automatique',
    outside_picture: 'non visible : l’image s’arrête avant la zone de silence',
    unknown_x: 'X en mm n’est pas connu : indiquez la résolution de la numérisation',
  },
  pixels: (count) => `${count} pixels`,
  aperture: (size) => `ouverture : ${size} de X`,
  growth: (across, down) => `engraissement : ${across} de X en largeur, ${down} en hauteur`,
  lines: (grades) => `Notes des dix lignes de lecture : ${grades}. Ci-dessous, la plus mauvaise.`,
  columns: {
    grade: 'Note',
    parameter: 'Paramètre',
    value: 'Valeur',
    limits: 'Limites pour A, B, C, D',
    clause: 'Article',
    place: 'Décidé par',
  },
  parametersOf: (symbol) => `Paramètres du symbole ${symbol}`,
  passed: 'réussi',
  failed: 'échoué',
  atLeast: (limits) => `au moins ${limits}`,
  atMost: (limits) => `au plus ${limits}`,
  at: (place) => `à ${place} modules`,
  modules: (count) => (count < 2 ? `${count} module` : `${count} modules`),
  profiles: 'Profils de réflectance',
  profilesHint: 'En tirets : le seuil global ; en rouge : l’endroit qui a décidé de la note.',
  line: (number, grade) => `Ligne ${number} : ${grade}`,
  coloured: 'Modules par note',
  colouredHint:
    'Pâles : les modules clairs ; encadrés : ceux qui ont décidé du plus mauvais paramètre, ou de celui que vous choisissez.',
  ungraded: {
    coarse: (pixels) => `sans note : un module fait ${pixels} pixels de large ; numérisez à une résolution plus élevée`,
    mirrored: () => 'sans note : le symbole est en miroir',
  },
  names: {
    decode: 'décodage',
    edges: 'détermination des bords',
    contrast: 'contraste du symbole',
    minimumReflectance: 'rapport Rmin / Rmax',
    minimumEdgeContrast: 'contraste de bord minimal',
    modulation: 'modulation',
    defects: 'défauts',
    decodability: 'décodabilité',
    quietZones: 'zones de silence',
    reflectanceMargin: 'marge de réflectance',
    fixedPatternDamage: 'dommages aux motifs fixes',
    axialNonuniformity: 'non-uniformité axiale',
    gridNonuniformity: 'non-uniformité de la grille',
    unusedErrorCorrection: 'correction d’erreurs inutilisée',
  },
  report: {
    title: 'Notes de symboles imprimés : une estimation',
    madeBy: (day) => `${day}, par quietzone.`,
    file: 'Fichier',
    size: (width, height) => `${width} × ${height} pixels`,
    resolution: (dpi) => `à ${dpi} dpi`,
    noResolution: 'résolution inconnue, X est donc en pixels',
    noPicture: 'Le fichier n’est pas une image qui puisse être lue.',
    light: {
      red: 'Lumière : le rouge de l’image.',
      luminance: 'Lumière : la luminance de l’image.',
      grey: 'Lumière : les gris de l’image, qui n’a pas de couleurs.',
    },
    legend: 'pâles : les modules clairs ; encadrés : ceux qui ont décidé du plus mauvais paramètre',
    noneAsked: 'Aucune note n’est exigée.',
    lot: 'Lot ou livraison',
    remarks: 'Remarques',
    inspector: 'Contrôlé par',
    signature: 'Date et signature',
    more: (count) => `${count} autres symboles ne figurent que dans la liste.`,
    sourcesTitle: 'Éditions et sources',
    sources: [
      'Symboles linéaires : ISO/IEC 15416:2000, avec des notes entières par ligne de lecture ; décodabilité selon ISO/IEC 15417 (Code 128), 15420 (EAN/UPC), 16388 (Code 39) et 16390 (ITF-14).',
      'QR Code, Micro QR Code et Data Matrix : ISO/IEC 15415:2011 ; motifs fixes et correction d’erreurs selon ISO/IEC 18004:2015 et 16022:2006.',
      'Les textes d’ISO/IEC 15416 et 15415 n’étaient pas disponibles : paramètres et limites sont ceux que donnent des guides publics de vérification.',
      'La note exigée : GS1 General Specifications, 5.12.3. Gris selon gAMA, sRGB ou le profil ICC de l’image, sinon sRGB (IEC 61966-2-1) ; 660 nm est son rouge, W sa luminance ; le blanc est ce que le scanner nomme blanc.',
    ],
  },
}
