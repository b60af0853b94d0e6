/** What is said of imported files of gLabels, in Spanish: the English sentence, with values as {1} and sentences within it as {1:}, and what is said for it. */

import type { Phrases } from '../findings/en.ts'

export const imports: Phrases = [
  [
    'the table that it is merged with is not read: `quietzone batch --design` takes it',
    'La tabla con la que se combina no se lee: en «Muchas», una tabla rellena el diseño',
  ],
  [
    'a design has {1} fields at the most, so that it is left out',
    'Un diseño tiene {1} campos como máximo, así que se ha dejado fuera',
  ],
  ['it does not count here; {row} and {serial:name} do', 'Aquí no cuenta; sí lo hacen {row} y {serial:name}'],
  [
    'it is left out: designs have at most {1} elements and {2} symbols',
    'Se ha dejado fuera: los diseños tienen {1} elementos y {2} símbolos como máximo',
  ],
  ['it is left out: {1}', 'Se ha dejado fuera: {1}'],
  ['its shadow is left out', 'La sombra se ha dejado fuera'],
  ['no such object is known', 'No se conoce ningún objeto así'],
  [
    'it is turned by {1} degrees; designs have quarter turns, so that it is turned by {2}',
    'Está girado {1} grados; los diseños tienen cuartos de vuelta, así que está girado {2}',
  ],
  [
    'it is drawn larger, smaller or slanted there, and here with its own sides',
    'Allí se dibuja mayor, menor o inclinado, y aquí con sus propios lados',
  ],
  ['it is mirrored there, and not here', 'Allí está reflejado, y aquí no'],
  [
    'its line is {1} mm wide; designs have {2} at the most',
    'Su línea mide {1} mm de ancho; los diseños tienen {2} como máximo',
  ],
  [
    'its picture is that of the field {1}, and designs have pictures of their own',
    'Su imagen es la del campo {1}, y los diseños tienen imágenes propias',
  ],
  ['it has no picture', 'No tiene imagen'],
  ['it has no size', 'No tiene tamaño'],
  ['its picture is neither in the file nor beside it', 'Su imagen no está en el archivo'],
  [
    'its picture is SVG, which is not drawn on labels: save it as PNG',
    'Su imagen es SVG, que no se dibuja en etiquetas: guárdela como PNG',
  ],
  ['its picture is damaged', 'Su imagen está dañada'],
  [
    'its picture has {1} bytes, too many for a design without files',
    'Su imagen tiene {1} bytes, demasiados para un diseño',
  ],
  ['its picture {1}', 'Su imagen no se ha tomado: {1}'],
  ['its colour is that of the field {1}', 'Su color es el del campo {1}'],
  ['its colour is {1}, too light for black and white', 'Su color es {1}, demasiado claro para blanco y negro'],
  ['its colour is {1}, which is drawn black', 'Su color es {1}, y se dibuja negro'],
  ['its line colour is that of the field {1}', 'El color de su línea es el del campo {1}'],
  [
    'its line colour is {1}, too light for black and white',
    'El color de su línea es {1}, demasiado claro para blanco y negro',
  ],
  ['its line colour is {1}, which is drawn black', 'El color de su línea es {1}, y se dibuja negro'],
  ['its fill colour is that of the field {1}', 'Su color de relleno es el del campo {1}'],
  [
    'its fill colour is {1}, too light for black and white',
    'Su color de relleno es {1}, demasiado claro para blanco y negro',
  ],
  ['its fill colour is {1}, which is drawn black', 'Su color de relleno es {1}, y se dibuja negro'],
  ['its letters are {1:}; those of designs are not', 'Sus letras van en {1:}; las de los diseños, no'],
  ['{1:} and {2:}', '{1:} y {2:}'],
  ['italic', 'cursiva'],
  ['underlined', 'subrayado'],
  ['its text in other letters is left out', 'Su texto en otras letras se ha dejado fuera'],
  ['its lines are aligned at the left: it has no width', 'Sus líneas van a la izquierda: no tiene ancho'],
  [
    'field {1}: its form {2}: designs have values as they are given',
    'Campo {1}, forma {2}: los diseños tienen los valores como se dan',
  ],
  [
    'field {1}: where it is empty, what stands behind it is on a line of its own',
    'Campo {1}: donde está vacío, lo que sigue va en una línea propia',
  ],
  ['field {1} is called {2}', 'El campo {1} se llama {2}'],
  ['it is a disc; the design is the rectangle around it', 'Es un disco; el diseño es el rectángulo que lo rodea'],
  [
    'it is of another outline; the design is the rectangle around it',
    'Tiene otra forma; el diseño es el rectángulo que la rodea',
  ],
  ['it is round; the design is the rectangle around it', 'Es redonda; el diseño es el rectángulo que la rodea'],
  ['it is ellipse; the design is the rectangle around it', 'Es una elipse; el diseño es el rectángulo que la rodea'],
  ['the sheets that it is on are sheet={1}', 'Las hojas en las que está son sheet={1}'],
  [
    'its add-on, which comes from a field with the number, is left out',
    'Su suplemento, que viene de un campo con el número, se ha dejado fuera',
  ],
  ['its add-on {1} is left out: EAN-8 has none', 'Su suplemento {1} se ha dejado fuera: EAN-8 no tiene'],
  ['its field is to have the 13 digits of the ISBN', 'Su campo debe tener los 13 dígitos del ISBN'],
  [
    'it becomes ITF-14, of which the field is to have 13 digits, without the check digit',
    'Pasa a ser ITF-14, cuyo campo debe tener 13 dígitos, sin el de control',
  ],
  ['it becomes ITF-14, of which the field is to have 14 digits', 'Pasa a ser ITF-14, cuyo campo debe tener 14 dígitos'],
  [
    'is Interleaved 2 of 5, of which ITF-14 with its 14 digits is drawn here',
    'Es Interleaved 2 of 5, del que aquí se dibuja ITF-14 con sus 14 dígitos',
  ],
  ['is of no name, which is not drawn here', 'Es un código sin nombre, que aquí no se dibuja'],
  ['is {1}, which is not drawn here', 'Es {1}, que aquí no se dibuja'],
  [
    'the file is {1}; what is read are files of gLabels 3 and 4 (.glabels)',
    'El archivo es de otro programa; se leen los de gLabels 3 y 4 (.glabels): {1}',
  ],
  [
    'the file is not XML, which gLabels writes, packed by gzip or not',
    'El archivo no es XML, que es lo que escribe gLabels',
  ],
  ['the file cannot be read, because {1}', 'El archivo no se puede leer: {1}'],
  ['the file unpacks to more than {1} MiB', 'Desempaquetado, el archivo tiene más de {1} MiB'],
  ['the file is damaged: gzip cannot unpack it', 'El archivo está dañado: gzip no puede desempaquetarlo'],
  ['the file has more than {1} elements', 'El archivo tiene más de {1} elementos'],
  ['the file takes more than {1} s', 'El archivo tarda más de {1} s'],
  ['the file takes too much memory', 'El archivo necesita demasiada memoria'],
  ['the file {1}', 'El archivo no da ningún diseño: {1}'],
]
