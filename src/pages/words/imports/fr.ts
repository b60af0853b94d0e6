/** What is said of imported files of gLabels, in French: the English sentence, with values as {1} and sentences within it as {1:}, and what is said for it. */

import type { Phrases } from '../findings/en.ts'

export const imports: Phrases = [
  [
    'the table that it is merged with is not read: `quietzone batch --design` takes it',
    'Le tableau avec lequel il est fusionné n’est pas lu : sous « Plusieurs », un tableau remplit le modèle',
  ],
  [
    'a design has {1} fields at the most, so that it is left out',
    'Un modèle a {1} champs au plus : il est donc laissé de côté',
  ],
  ['it does not count here; {row} and {serial:name} do', 'Ici, elle ne compte pas ; {row} et {serial:name} le font'],
  [
    'it is left out: designs have at most {1} elements and {2} symbols',
    'Il est laissé de côté : les modèles ont {1} éléments et {2} symboles au plus',
  ],
  ['it is left out: {1}', 'Il est laissé de côté : {1}'],
  ['its shadow is left out', 'Son ombre est laissée de côté'],
  ['no such object is known', 'Aucun objet de ce genre n’est connu'],
  [
    'it is turned by {1} degrees; designs have quarter turns, so that it is turned by {2}',
    'Il est tourné de {1} degrés ; les modèles ont des quarts de tour, il est donc tourné de {2}',
  ],
  [
    'it is drawn larger, smaller or slanted there, and here with its own sides',
    'Là-bas, il est agrandi, réduit ou incliné, et ici il a ses propres côtés',
  ],
  ['it is mirrored there, and not here', 'Là-bas, il est en miroir, et ici non'],
  [
    'its line is {1} mm wide; designs have {2} at the most',
    'Son trait fait {1} mm de large ; les modèles ont {2} au plus',
  ],
  [
    'its picture is that of the field {1}, and designs have pictures of their own',
    'Son image est celle du champ {1}, et les modèles ont leurs propres images',
  ],
  ['it has no picture', 'Il n’a pas d’image'],
  ['it has no size', 'Il n’a pas de taille'],
  ['its picture is neither in the file nor beside it', 'Son image n’est pas dans le fichier'],
  [
    'its picture is SVG, which is not drawn on labels: save it as PNG',
    'Son image est en SVG, qui n’est pas dessiné sur les étiquettes : enregistrez-la en PNG',
  ],
  ['its picture is damaged', 'Son image est endommagée'],
  ['its picture has {1} bytes, too many for a design without files', 'Son image a {1} octets, trop pour un modèle'],
  ['its picture {1}', 'Son image n’a pas été reprise : {1}'],
  ['its colour is that of the field {1}', 'Sa couleur est celle du champ {1}'],
  ['its colour is {1}, too light for black and white', 'Sa couleur est {1}, trop claire pour le noir et blanc'],
  ['its colour is {1}, which is drawn black', 'Sa couleur est {1}, dessinée en noir'],
  ['its line colour is that of the field {1}', 'La couleur de son trait est celle du champ {1}'],
  [
    'its line colour is {1}, too light for black and white',
    'La couleur de son trait est {1}, trop claire pour le noir et blanc',
  ],
  ['its line colour is {1}, which is drawn black', 'La couleur de son trait est {1}, dessinée en noir'],
  ['its fill colour is that of the field {1}', 'Sa couleur de remplissage est celle du champ {1}'],
  [
    'its fill colour is {1}, too light for black and white',
    'Sa couleur de remplissage est {1}, trop claire pour le noir et blanc',
  ],
  ['its fill colour is {1}, which is drawn black', 'Sa couleur de remplissage est {1}, dessinée en noir'],
  ['its letters are {1:}; those of designs are not', 'Ses lettres sont en {1:} ; celles des modèles, non'],
  ['{1:} and {2:}', '{1:} et {2:}'],
  ['italic', 'italique'],
  ['underlined', 'souligné'],
  ['its text in other letters is left out', 'Son texte en d’autres lettres est laissé de côté'],
  ['its lines are aligned at the left: it has no width', 'Ses lignes sont à gauche : il n’a pas de largeur'],
  [
    'field {1}: its form {2}: designs have values as they are given',
    'Champ {1}, forme {2} : les modèles ont les valeurs telles qu’elles sont données',
  ],
  [
    'field {1}: where it is empty, what stands behind it is on a line of its own',
    'Champ {1} : là où il est vide, ce qui suit est sur sa propre ligne',
  ],
  ['field {1} is called {2}', 'Le champ {1} s’appelle {2}'],
  ['it is a disc; the design is the rectangle around it', 'C’est un disque ; le modèle est le rectangle qui l’entoure'],
  [
    'it is of another outline; the design is the rectangle around it',
    'Elle a une autre forme ; le modèle est le rectangle qui l’entoure',
  ],
  ['it is round; the design is the rectangle around it', 'Elle est ronde ; le modèle est le rectangle qui l’entoure'],
  [
    'it is ellipse; the design is the rectangle around it',
    'C’est une ellipse ; le modèle est le rectangle qui l’entoure',
  ],
  ['the sheets that it is on are sheet={1}', 'Les planches où elle se trouve sont sheet={1}'],
  [
    'its add-on, which comes from a field with the number, is left out',
    'Son complément, qui vient d’un champ avec le numéro, est laissé de côté',
  ],
  ['its add-on {1} is left out: EAN-8 has none', 'Son complément {1} est laissé de côté : EAN-8 n’en a pas'],
  ['its field is to have the 13 digits of the ISBN', 'Son champ doit avoir les 13 chiffres de l’ISBN'],
  [
    'it becomes ITF-14, of which the field is to have 13 digits, without the check digit',
    'Il devient ITF-14, dont le champ doit avoir 13 chiffres, sans la clé',
  ],
  [
    'it becomes ITF-14, of which the field is to have 14 digits',
    'Il devient ITF-14, dont le champ doit avoir 14 chiffres',
  ],
  [
    'is Interleaved 2 of 5, of which ITF-14 with its 14 digits is drawn here',
    'C’est un Interleaved 2 of 5, dont ITF-14 avec ses 14 chiffres est dessiné ici',
  ],
  ['is of no name, which is not drawn here', 'C’est un code sans nom, qui n’est pas dessiné ici'],
  ['is {1}, which is not drawn here', 'C’est {1}, qui n’est pas dessiné ici'],
  [
    'the file is {1}; what is read are files of gLabels 3 and 4 (.glabels)',
    'Le fichier est d’un autre programme ; ceux de gLabels 3 et 4 (.glabels) sont lus : {1}',
  ],
  [
    'the file is not XML, which gLabels writes, packed by gzip or not',
    'Le fichier n’est pas du XML, que gLabels écrit',
  ],
  ['the file cannot be read, because {1}', 'Le fichier ne peut pas être lu : {1}'],
  ['the file unpacks to more than {1} MiB', 'Décompressé, le fichier a plus de {1} Mio'],
  ['the file is damaged: gzip cannot unpack it', 'Le fichier est endommagé : gzip ne peut pas le décompresser'],
  ['the file has more than {1} elements', 'Le fichier a plus de {1} éléments'],
  ['the file takes more than {1} s', 'Le fichier prend plus de {1} s'],
  ['the file takes too much memory', 'Le fichier demande trop de mémoire'],
  ['the file {1}', 'Le fichier ne donne aucun modèle : {1}'],
]
