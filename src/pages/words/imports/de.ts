/** What is said of imported files of gLabels, in German: the English sentence, with values as {1} and sentences within it as {1:}, and what is said for it. */

import type { Phrases } from '../findings/en.ts'

export const imports: Phrases = [
  [
    'the table that it is merged with is not read: `quietzone batch --design` takes it',
    'Die Tabelle, mit der die Datei verbunden ist, wird nicht gelesen: Unter „Viele“ füllt eine Tabelle die Vorlage aus',
  ],
  [
    'a design has {1} fields at the most, so that it is left out',
    'Eine Vorlage hat höchstens {1} Felder, deshalb fehlt es',
  ],
  ['it does not count here; {row} and {serial:name} do', 'Hier zählt sie nicht; das tun {row} und {serial:name}'],
  [
    'it is left out: designs have at most {1} elements and {2} symbols',
    'Es fehlt: Vorlagen haben höchstens {1} Elemente und {2} Symbole',
  ],
  ['it is left out: {1}', 'Es fehlt: {1}'],
  ['its shadow is left out', 'Der Schatten fehlt'],
  ['no such object is known', 'Ein solches Objekt ist nicht bekannt'],
  [
    'it is turned by {1} degrees; designs have quarter turns, so that it is turned by {2}',
    'Es ist um {1} Grad gedreht; Vorlagen haben Vierteldrehungen, deshalb ist es um {2} Grad gedreht',
  ],
  [
    'it is drawn larger, smaller or slanted there, and here with its own sides',
    'Dort ist es größer, kleiner oder schräg gezeichnet, hier mit seinen eigenen Seiten',
  ],
  ['it is mirrored there, and not here', 'Dort ist es gespiegelt, hier nicht'],
  ['its line is {1} mm wide; designs have {2} at the most', 'Die Linie ist {1} mm breit; Vorlagen haben höchstens {2}'],
  [
    'its picture is that of the field {1}, and designs have pictures of their own',
    'Das Bild kommt aus dem Feld {1}; Vorlagen haben eigene Bilder',
  ],
  ['it has no picture', 'Es hat kein Bild'],
  ['it has no size', 'Es hat keine Größe'],
  ['its picture is neither in the file nor beside it', 'Das Bild ist nicht in der Datei'],
  [
    'its picture is SVG, which is not drawn on labels: save it as PNG',
    'Das Bild ist SVG, das auf Etiketten nicht gezeichnet wird: Speichern Sie es als PNG',
  ],
  ['its picture is damaged', 'Das Bild ist beschädigt'],
  [
    'its picture has {1} bytes, too many for a design without files',
    'Das Bild hat {1} Byte, zu viele für eine Vorlage',
  ],
  ['its picture {1}', 'Das Bild wurde nicht übernommen: {1}'],
  ['its colour is that of the field {1}', 'Die Farbe kommt aus dem Feld {1}'],
  ['its colour is {1}, too light for black and white', 'Die Farbe ist {1}, zu hell für Schwarz und Weiß'],
  ['its colour is {1}, which is drawn black', 'Die Farbe ist {1} und wird schwarz gezeichnet'],
  ['its line colour is that of the field {1}', 'Die Linienfarbe kommt aus dem Feld {1}'],
  ['its line colour is {1}, too light for black and white', 'Die Linienfarbe ist {1}, zu hell für Schwarz und Weiß'],
  ['its line colour is {1}, which is drawn black', 'Die Linienfarbe ist {1} und wird schwarz gezeichnet'],
  ['its fill colour is that of the field {1}', 'Die Füllfarbe kommt aus dem Feld {1}'],
  ['its fill colour is {1}, too light for black and white', 'Die Füllfarbe ist {1}, zu hell für Schwarz und Weiß'],
  ['its fill colour is {1}, which is drawn black', 'Die Füllfarbe ist {1} und wird schwarz gezeichnet'],
  ['its letters are {1:}; those of designs are not', 'Die Schrift ist {1:}; die von Vorlagen ist es nicht'],
  ['{1:} and {2:}', '{1:} und {2:}'],
  ['italic', 'kursiv'],
  ['underlined', 'unterstrichen'],
  ['its text in other letters is left out', 'Der Text in anderer Schrift fehlt'],
  ['its lines are aligned at the left: it has no width', 'Die Zeilen stehen links: Es hat keine Breite'],
  [
    'field {1}: its form {2}: designs have values as they are given',
    'Feld {1}, Form {2}: Vorlagen haben Werte, wie sie gegeben sind',
  ],
  [
    'field {1}: where it is empty, what stands behind it is on a line of its own',
    'Feld {1}: Wo es leer ist, steht das Folgende auf einer eigenen Zeile',
  ],
  ['field {1} is called {2}', 'Das Feld {1} heißt {2}'],
  ['it is a disc; the design is the rectangle around it', 'Es ist eine Scheibe; die Vorlage ist das Rechteck darum'],
  [
    'it is of another outline; the design is the rectangle around it',
    'Es hat eine andere Form; die Vorlage ist das Rechteck darum',
  ],
  ['it is round; the design is the rectangle around it', 'Es ist rund; die Vorlage ist das Rechteck darum'],
  ['it is ellipse; the design is the rectangle around it', 'Es ist eine Ellipse; die Vorlage ist das Rechteck darum'],
  ['the sheets that it is on are sheet={1}', 'Die Bögen, auf denen es ist, sind sheet={1}'],
  [
    'its add-on, which comes from a field with the number, is left out',
    'Der Zusatz, der mit der Nummer aus einem Feld kommt, fehlt',
  ],
  ['its add-on {1} is left out: EAN-8 has none', 'Der Zusatz {1} fehlt: EAN-8 hat keinen'],
  ['its field is to have the 13 digits of the ISBN', 'Sein Feld muss die 13 Ziffern der ISBN haben'],
  [
    'it becomes ITF-14, of which the field is to have 13 digits, without the check digit',
    'Es wird zu ITF-14, dessen Feld 13 Ziffern haben muss, ohne die Prüfziffer',
  ],
  [
    'it becomes ITF-14, of which the field is to have 14 digits',
    'Es wird zu ITF-14, dessen Feld 14 Ziffern haben muss',
  ],
  [
    'is Interleaved 2 of 5, of which ITF-14 with its 14 digits is drawn here',
    'Das ist Interleaved 2 of 5, wovon hier ITF-14 mit seinen 14 Ziffern gezeichnet wird',
  ],
  ['is of no name, which is not drawn here', 'Das ist ein Barcode ohne Namen, der hier nicht gezeichnet wird'],
  ['is {1}, which is not drawn here', 'Das ist {1}, was hier nicht gezeichnet wird'],
  [
    'the file is {1}; what is read are files of gLabels 3 and 4 (.glabels)',
    'Die Datei ist von einem anderen Programm; gelesen werden Dateien von gLabels 3 und 4 (.glabels): {1}',
  ],
  [
    'the file is not XML, which gLabels writes, packed by gzip or not',
    'Die Datei ist kein XML, wie gLabels es schreibt',
  ],
  ['the file cannot be read, because {1}', 'Die Datei kann nicht gelesen werden: {1}'],
  ['the file unpacks to more than {1} MiB', 'Ausgepackt hat die Datei mehr als {1} MiB'],
  ['the file is damaged: gzip cannot unpack it', 'Die Datei ist beschädigt: gzip kann sie nicht auspacken'],
  ['the file has more than {1} elements', 'Die Datei hat mehr als {1} Elemente'],
  ['the file takes more than {1} s', 'Die Datei braucht mehr als {1} s'],
  ['the file takes too much memory', 'Die Datei braucht zu viel Speicher'],
  ['the file {1}', 'Die Datei gibt keine Vorlage: {1}'],
]
