/** What findings of checks say, in French: the English sentence, with values as {1} and sentences within it as {1:}, and what is said for it. */

import type { Phrases } from './en.ts'

export const findings: Phrases = [
  ['{1} modules or more are light before the first bar', '{1} modules ou plus sont clairs avant la première barre'],
  ['{1} modules or more are light after the last bar', '{1} modules ou plus sont clairs après la dernière barre'],
  ['{1} modules or more are light after the add-on', '{1} modules ou plus sont clairs après le code additionnel'],
  ['{1} to {2} modules are light before the add-on', 'De {1} à {2} modules sont clairs avant le code additionnel'],
  ['{1} modules or more are light at the top', 'En haut, {1} modules ou plus sont clairs'],
  ['{1} modules or more are light at the right', 'À droite, {1} modules ou plus sont clairs'],
  ['{1} modules or more are light at the bottom', 'En bas, {1} modules ou plus sont clairs'],
  ['{1} modules or more are light at the left', 'À gauche, {1} modules ou plus sont clairs'],
  ['{1} module or more are light at the top', 'En haut, {1} module ou plus est clair'],
  ['{1} module or more are light at the right', 'À droite, {1} module ou plus est clair'],
  ['{1} module or more are light at the bottom', 'En bas, {1} module ou plus est clair'],
  ['{1} module or more are light at the left', 'À gauche, {1} module ou plus est clair'],
  [
    'the quiet zone after the add-on is {1} modules wide; {2} are needed',
    'La zone de silence après le code additionnel fait {1} modules de large ; il en faut {2}',
  ],
  [
    'the quiet zone is {1} modules wide; {2} are needed',
    'La zone de silence fait {1} modules de large ; il en faut {2}',
  ],
  [
    '{1} modules are light before the add-on; {2} to {3} are allowed',
    '{1} modules sont clairs avant le code additionnel ; il en faut de {2} à {3}',
  ],
  [
    'all bars and spaces have the right width, to the dot',
    'Toutes les barres et tous les espaces ont la bonne largeur, au point près',
  ],
  [
    'X is a whole number of dots; if not, no element is more than a quarter of X off its width',
    'X est un nombre entier de points ; sinon, aucun élément ne s’écarte de sa largeur de plus d’un quart de X',
  ],
  [
    'X is {1} dots, not a whole number; elements are up to {2} dots off their width, {3} % of X',
    'X fait {1} points, ce qui n’est pas un nombre entier ; des éléments s’écartent de leur largeur jusqu’à {2} points, soit {3} % de X',
  ],
  ['all bars are the same from their upper to their lower end', 'Toutes les barres sont identiques de haut en bas'],
  [
    '{1} of {2} lines across the bars differ from the others',
    '{1} lignes sur {2} à travers les barres diffèrent des autres',
  ],
  [
    '{1} of {2} lines across the add-on differ from the others',
    '{1} lignes sur {2} à travers le code additionnel diffèrent des autres',
  ],
  ['bars are dark and spaces are light', 'Les barres sont sombres et les espaces clairs'],
  ['the symbol carries the expected text', 'Le symbole porte le texte attendu'],
  ['module by module the same as the reference symbol', 'Identique au symbole de référence, module par module'],
  [
    '{1} modules differ from the reference symbol for the same text',
    '{1} modules diffèrent du symbole de référence pour le même texte',
  ],
  [
    'the symbol carries {1}, not {2}: its bytes are {3}, but no ECI declares that',
    'Le symbole porte {1}, et non {2} : ses octets sont {3}, mais aucun ECI ne l’annonce',
  ],
  [
    'the symbol carries {1}, not {2}; they differ from character {3} on',
    'Le symbole porte {1}, et non {2} ; ils diffèrent à partir du caractère {3}',
  ],
  ['the symbol carries {1}, not {2}', 'Le symbole porte {1}, et non {2}'],
  ['the symbol is light on dark', 'Le symbole est clair sur fond sombre'],
  ['the symbol is dark on light', 'Le symbole est sombre sur fond clair'],
  ['and {1} more', 'et {1} de plus'],
  ['{1} more of this kind', '{1} autres de ce type'],
  ['{1:}; a module is {2} dots', '{1:} ; un module fait {2} points'],
  ['{1:}, {2:}', '{1:}, {2:}'],
  ['bar {1} is {2} dots too wide', 'la barre {1} est trop large de {2} points'],
  ['bar {1} is {2} dots too narrow', 'la barre {1} est trop étroite de {2} points'],
  ['space {1} is {2} dots too wide', 'l’espace {1} est trop large de {2} points'],
  ['space {1} is {2} dots too narrow', 'l’espace {1} est trop étroit de {2} points'],
  ['gap {1} is {2} dots wide, the others {3} dots', 'l’intervalle {1} fait {2} points de large, les autres {3} points'],
  [
    'wide bar {1} is {2} dots wide, the others {3} dots',
    'la barre large {1} fait {2} points de large, les autres {3} points',
  ],
  [
    'narrow bar {1} is {2} dots wide, the others {3} dots',
    'la barre étroite {1} fait {2} points de large, les autres {3} points',
  ],
  [
    'wide space {1} is {2} dots wide, the others {3} dots',
    'l’espace large {1} fait {2} points de large, les autres {3} points',
  ],
  [
    'narrow space {1} is {2} dots wide, the others {3} dots',
    'l’espace étroit {1} fait {2} points de large, les autres {3} points',
  ],
  [
    'in red light of 660 nm, dark is at most half as bright as light, and 20 % of all light or more below it',
    'En lumière rouge de 660 nm, le sombre réfléchit au plus la moitié de ce que réfléchit le clair, et au moins 20 % de toute la lumière en moins',
  ],
  [
    'in red light of 660 nm, what is dark to people reflects {1} % and what is light {2} %: scanners see no symbol, or hardly any',
    'En lumière rouge de 660 nm, ce que l’œil voit sombre réfléchit {1} % et ce qu’il voit clair {2} % : les scanners ne voient pas de symbole, ou à peine',
  ],
  [
    'read as in a scan or photo: widths, modules and quiet zones are not judged to the dot',
    'Lu comme sur une numérisation ou une photo : largeurs, modules et zones de silence ne sont pas jugés au point près',
  ],
  [
    'the picture shows widths, modules and quiet zones to the dot',
    'L’image montre les largeurs, les modules et les zones de silence au point près',
  ],
  ['the symbol begins with start character A, B or C', 'Le symbole commence par le caractère de début A, B ou C'],
  ['the symbol ends with the stop character', 'Le symbole se termine par le caractère de fin'],
  [
    'every symbol character is in the table; three of its nine elements are wide',
    'Chaque caractère du symbole est dans la table ; trois de ses neuf éléments sont larges',
  ],
  ['every symbol character is in the table', 'Chaque caractère du symbole est dans la table'],
  ['the check character is the weighted sum modulo 103', 'Le caractère de contrôle est la somme pondérée modulo 103'],
  [
    'code sets, shifts and function characters come only where they have a meaning',
    'Jeux de codes, changements et caractères de fonction ne figurent que là où ils ont un sens',
  ],
  ['FNC1 separates the elements', 'FNC1 sépare les éléments'],
  ['the symbol is not meant to program the reader', 'Le symbole ne sert pas à régler le lecteur'],
  [
    'no reader is told to put the text before that of the next symbol',
    'Aucun lecteur ne doit placer le texte devant celui du symbole suivant',
  ],
  ['FNC1 stands only in symbols that begin with it', 'FNC1 ne figure que dans les symboles qui commencent par lui'],
  [
    'no shorter sequence of symbol characters carries the same text',
    'Aucune suite plus courte de caractères du symbole ne porte le même texte',
  ],
  [
    'the first symbol character is not a start character',
    'Le premier caractère du symbole n’est pas un caractère de début',
  ],
  [
    'the last symbol character is not the stop character',
    'Le dernier caractère du symbole n’est pas le caractère de fin',
  ],
  ['symbol character {1} is not in the table', 'Le caractère {1} du symbole n’est pas dans la table'],
  [
    'the check character has the value {1}; the sum {2} modulo 103 is {3}',
    'Le caractère de contrôle vaut {1} ; la somme {2} modulo 103 donne {3}',
  ],
  ['symbol character {1}: {2:}', 'Caractère {1} du symbole : {2:}'],
  ['stop before the end', 'fin avant le dernier caractère'],
  ['a start character inside the symbol', 'un caractère de début à l’intérieur du symbole'],
  ['shift before {1}, which is not a data character', 'changement avant {1}, qui n’est pas un caractère de données'],
  ['shift with nothing after it', 'changement suivi de rien'],
  ['FNC4 with nothing after it', 'FNC4 suivi de rien'],
  [
    'code set {1} is selected while it is in force already',
    'le jeu de codes {1} est choisi alors qu’il est déjà en vigueur',
  ],
  [
    '{1} symbol characters before the check character; {2} carry the same text',
    '{1} caractères du symbole avant le caractère de contrôle ; {2} portent le même texte',
  ],
  [
    'symbol character {1} is FNC3: the symbol programs the reader; its text is not data',
    'Le caractère {1} du symbole est FNC3 : le symbole règle le lecteur ; son texte n’est pas une donnée',
  ],
  [
    'symbol character {1} is FNC2: readers keep the text, and put it before that of the next symbol',
    'Le caractère {1} du symbole est FNC2 : les lecteurs gardent le texte et le placent devant celui du symbole suivant',
  ],
  [
    'symbol character {1} is FNC1 in the second position: data of the application that the characters before it name',
    'Le caractère {1} du symbole est FNC1 en deuxième position : des données de l’application que désignent les caractères précédents',
  ],
  [
    'symbol character {1} is FNC1, which readers transmit as the control character GS',
    'Le caractère {1} du symbole est FNC1, que les lecteurs transmettent comme le caractère de commande GS',
  ],
  [
    'symbol character {1} is the control character GS, which separates elements as FNC1 does, but may cost more characters',
    'Le caractère {1} du symbole est le caractère de commande GS, qui sépare les éléments comme FNC1 mais peut coûter plus de caractères',
  ],
  ['the symbol begins with the start character', 'Le symbole commence par le caractère de début'],
  [
    'wide bars and spaces are three times as wide as narrow ones',
    'Les barres et espaces larges sont trois fois plus larges que les étroits',
  ],
  [
    'the last character is not the check character of the others',
    'Le dernier caractère n’est pas le caractère de contrôle des autres',
  ],
  [
    'readers of full ASCII find no pairs that stand for other characters',
    'Les lecteurs en ASCII complet ne trouvent pas de paires qui désignent d’autres caractères',
  ],
  [
    'gaps between characters are 1 to 3 modules wide',
    'Les intervalles entre caractères font de 1 à 3 modules de large',
  ],
  [
    'bars and spaces are not nine to a character, or not clearly wide or narrow',
    'Il n’y a pas neuf barres et espaces par caractère, ou leur largeur n’est pas nette',
  ],
  [
    'gaps between characters are {1} modules wide; 1 to 3 are allowed',
    'Les intervalles entre caractères font {1} modules de large ; 1 à 3 sont permis',
  ],
  [
    'the first symbol character is not the start character',
    'Le premier caractère du symbole n’est pas le caractère de début',
  ],
  [
    'the last character, {1}, is the check character of the others modulo 43, or data that happens to be equal to it',
    'Le dernier caractère, {1}, est le caractère de contrôle des autres modulo 43, ou une donnée qui lui est égale par hasard',
  ],
  ['readers that are set to full ASCII read {1}', 'Les lecteurs réglés sur l’ASCII complet lisent {1}'],
  [
    'wide bars and spaces are {1} times as wide as narrow ones; {2} to 3 is allowed',
    'Les barres et espaces larges sont {1} fois plus larges que les étroits ; de {2} à 3 est permis',
  ],
  [
    'wide bars and spaces are {1} times as wide as narrow ones; the reference symbol has 3',
    'Les barres et espaces larges sont {1} fois plus larges que les étroits ; dans le symbole de référence, 3 fois',
  ],
  [
    'bars beside the symbol are an add-on, the same from their upper to their lower end',
    'Les barres à côté du symbole sont un code additionnel, identique de haut en bas',
  ],
  [
    'the bars and spaces of the add-on have the right width, to the dot',
    'Les barres et espaces du code additionnel ont la bonne largeur, au point près',
  ],
  [
    'the add-on begins with a bar and a space of one module and a bar of two',
    'Le code additionnel commence par une barre et un espace d’un module et une barre de deux',
  ],
  [
    'a space and a bar of one module stand between the digits of the add-on',
    'Un espace et une barre d’un module séparent les chiffres du code additionnel',
  ],
  [
    'every symbol character of the add-on is a digit of number set A or B',
    'Chaque caractère du code additionnel est un chiffre du jeu A ou B',
  ],
  [
    'the number sets of the add-on are those of its check sum',
    'Les jeux du code additionnel sont ceux de sa somme de contrôle',
  ],
  ['the symbology may have an add-on', 'La symbologie admet un code additionnel'],
  ['EAN-8 has no add-on in GS1', 'EAN-8 n’a pas de code additionnel chez GS1'],
  [
    '{1} bars in {2} modules, {3} modules after the symbol, are no add-on; one has {4} bars in {5} modules or {6} bars in {7} modules',
    '{1} barres sur {2} modules, à {3} modules du symbole, ne sont pas un code additionnel ; celui-ci a {4} barres sur {5} modules ou {6} barres sur {7} modules',
  ],
  [
    '{1} bar in {2} modules, {3} modules after the symbol, are no add-on; one has {4} bars in {5} modules or {6} bars in {7} modules',
    '{1} barre sur {2} modules, à {3} modules du symbole, n’est pas un code additionnel ; celui-ci a {4} barres sur {5} modules ou {6} barres sur {7} modules',
  ],
  ['the guard of the add-on is wrong', 'La garde du code additionnel est fausse'],
  [
    'the separator after digit {1} of the add-on is wrong',
    'Le séparateur après le chiffre {1} du code additionnel est faux',
  ],
  [
    'symbol character {1} of the add-on is not a digit of number set A or B',
    'Le caractère {1} du code additionnel n’est pas un chiffre du jeu A ou B',
  ],
  [
    'the number sets of the add-on {1} are {2}; by its check sum they should be {3}',
    'Les jeux du code additionnel {1} sont {2} ; d’après sa somme de contrôle, ce devrait être {3}',
  ],
  [
    'the left guard is bar, space, bar, one module each',
    'La garde gauche est barre, espace, barre, d’un module chacun',
  ],
  [
    'the centre guard is space, bar, space, bar, space, one module each',
    'La garde centrale est espace, barre, espace, barre, espace, d’un module chacun',
  ],
  [
    'the right guard is {1} bars and spaces, one module each',
    'La garde droite compte {1} barres et espaces, d’un module chacun',
  ],
  [
    'every symbol character is a digit of number set A, B or C',
    'Chaque caractère du symbole est un chiffre du jeu A, B ou C',
  ],
  ['the symbology has this order of number sets', 'Cet ordre des jeux existe dans la symbologie'],
  ['the check digit is right', 'La clé de contrôle est juste'],
  [
    'the six digits are the result of zero suppression',
    'Les six chiffres sont le résultat de la suppression des zéros',
  ],
  ['{1} modules of the guard are wrong', '{1} modules de la garde sont faux'],
  ['symbol character {1} is not a digit', 'Le caractère {1} du symbole n’est pas un chiffre'],
  [
    'the number sets encode the check digit {1}; the right one is {2}',
    'Les jeux codent la clé de contrôle {1} ; la bonne est {2}',
  ],
  ['zero suppression gives {1} for the UPC-A {2}', 'La suppression des zéros donne {1} pour l’UPC-A {2}'],
  ['digit {1} is of number set {2}', 'Le chiffre {1} est du jeu {2}'],
  ['the symbology has no such order of number sets: {1}', 'Cet ordre des jeux n’existe pas dans la symbologie : {1}'],
  ['the check digit is {1}; the right one is {2}', 'La clé de contrôle est {1} ; la bonne est {2}'],
  [
    'the start pattern is bar, space, bar, space, all narrow',
    'Le motif de début est barre, espace, barre, espace, tous étroits',
  ],
  [
    'the stop pattern is a wide bar, a narrow space and a narrow bar',
    'Le motif de fin est une barre large, un espace étroit et une barre étroite',
  ],
  [
    'two of the five bars, and of the five spaces, of each pair of digits are wide',
    'Deux des cinq barres et deux des cinq espaces de chaque paire de chiffres sont larges',
  ],
  [
    'bearer bars of two modules or more run along both ends of the bars',
    'Des barres de soutien de deux modules ou plus longent les deux bouts des barres',
  ],
  [
    'there are no bearer bars along both ends of the bars',
    'Il n’y a pas de barres de soutien aux deux bouts des barres',
  ],
  [
    'a bearer bar is {1} modules thick; at least 2 are needed',
    'Une barre de soutien fait {1} modules d’épaisseur ; il en faut au moins 2',
  ],
  ['{1} elements of the start pattern are wrong', '{1} éléments du motif de début sont faux'],
  ['{1} elements of the stop pattern are wrong', '{1} éléments du motif de fin sont faux'],
  ['{1} bars and spaces are not the {2} of 14 digits', '{1} barres et espaces ne sont pas les {2} de 14 chiffres'],
  ['the application accepts the symbology', 'L’usage admet la symbologie'],
  ['the application {1} does not accept {2}', 'L’usage {1} n’admet pas {2}'],
  ['the application {1} accepts {2}', 'L’usage {1} admet {2}'],
  ['the picture has a resolution, so that X can be judged', 'L’image a une résolution, X peut donc être jugé'],
  [
    'the picture has no resolution, so X cannot be judged',
    'L’image n’a pas de résolution, X ne peut donc pas être jugé',
  ],
  ['X is not less than the application needs', 'X n’est pas plus petit que l’usage ne le demande'],
  ['X is not more than the application needs', 'X n’est pas plus grand que l’usage ne le demande'],
  ['the bars are as high as the application needs', 'Les barres sont aussi hautes que l’usage le demande'],
  ['X is {1} mm; {2:}', 'X fait {1} mm ; {2:}'],
  ['the bars are {1} mm high; {2:}', 'Les barres font {1} mm de haut ; {2:}'],
  ['the application {1} needs an X of {2} mm or more', 'l’usage {1} demande un X de {2} mm ou plus'],
  ['the application {1} needs an X of {2} mm or less', 'l’usage {1} demande un X de {2} mm ou moins'],
  [
    'the application {1} needs bars of {2} mm or more at this X',
    'l’usage {1} demande avec ce X des barres de {2} mm ou plus',
  ],
  [
    'the application {1} needs bars of {2} mm or more; {3} mm is allowed if there is no room for more',
    'l’usage {1} demande des barres de {2} mm ou plus ; {3} mm sont permis s’il n’y a pas la place',
  ],
  ['{1}, the usual application, needs an X of {2} mm or more', '{1}, l’usage habituel, demande un X de {2} mm ou plus'],
  [
    '{1}, the usual application, needs an X of {2} mm or less',
    '{1}, l’usage habituel, demande un X de {2} mm ou moins',
  ],
  [
    '{1}, the usual application, needs bars of {2} mm or more at this X',
    '{1}, l’usage habituel, demande avec ce X des barres de {2} mm ou plus',
  ],
  [
    '{1}, the usual application, needs bars of {2} mm or more; {3} mm is allowed if there is no room for more',
    '{1}, l’usage habituel, demande des barres de {2} mm ou plus ; {3} mm sont permis s’il n’y a pas la place',
  ],
  [
    'the symbol is {1} mm wide with its quiet zones; GS1-128 is at most {2} mm wide with its quiet zones',
    'Le symbole fait {1} mm de large avec ses zones de silence ; GS1-128 fait au plus {2} mm avec les siennes',
  ],
  [
    'GS1-128 is at most {1} mm wide with its quiet zones',
    'GS1-128 fait au plus {1} mm de large avec ses zones de silence',
  ],
  ['the message is AIs with their values', 'Le message est fait d’AI suivis de leurs valeurs'],
  ['every AI is one of GS1’s', 'Chaque AI est l’un de ceux de GS1'],
  [
    'every value has the length, the characters and the check digit that its AI wants',
    'Chaque valeur a la longueur, les caractères et la clé de contrôle que son AI exige',
  ],
  ['no AI needs another that is not there', 'Aucun AI n’en exige un autre qui manque'],
  ['no AI excludes another that is there', 'Aucun AI n’en exclut un autre qui est là'],
  [
    'GS1-128 has 48 characters at most, with AIs and separators',
    'GS1-128 a au plus 48 caractères, AI et séparateurs compris',
  ],
  ['FNC1 is only where it separates elements', 'FNC1 ne figure que là où il sépare des éléments'],
  ['brackets round AIs are for human readers alone', 'Les parenthèses autour des AI sont faites pour l’œil seul'],
  ['element strings stand behind FNC1', 'Les éléments suivent FNC1'],
  ['the symbol is a GS1 symbol', 'Le symbole est un symbole GS1'],
  ['the URI is a GS1 Digital Link URI', 'L’URI est un GS1 Digital Link'],
  ['the message has {1} characters; GS1-128 has {2} at most', 'Le message a {1} caractères ; GS1-128 en a au plus {2}'],
  [
    'the separator at position {1} is at the end; it separates nothing, and the message is shorter without it',
    'Le séparateur en position {1} est à la fin ; il ne sépare rien, et le message est plus court sans lui',
  ],
  [
    'the separator at position {1} is behind AI ({2}), whose length is predefined; it separates nothing, and the message is shorter without it',
    'Le séparateur en position {1} suit l’AI ({2}), de longueur prédéfinie ; il ne sépare rien, et le message est plus court sans lui',
  ],
  [
    'the application {1} takes {2}; this is {3} without FNC1 in the first position',
    'L’usage {1} prend {2} ; ceci est {3} sans FNC1 en première position',
  ],
  [
    'the symbology identifier {1}, which readers send by themselves for a GS1 symbol, is in the text; {2:}',
    'L’identifiant de symbologie {1}, que les lecteurs envoient d’eux-mêmes pour un symbole GS1, est dans le texte ; {2:}',
  ],
  [
    'a GS1 symbol begins with FNC1: {1} and the text {2} make one',
    'un symbole GS1 commence par FNC1 : {1} et le texte {2} en font un',
  ],
  [
    'all rows are equally high and all columns equally wide, to the dot',
    'Toutes les lignes ont la même hauteur et toutes les colonnes la même largeur, au point près',
  ],
  [
    'rows or columns are wider or narrower than the others',
    'Des lignes ou des colonnes sont plus larges ou plus étroites que les autres',
  ],
  ['every module is dark or light all over', 'Chaque module est entièrement sombre ou clair'],
  ['{1} modules are neither dark nor light all over', '{1} modules ne sont ni sombres ni clairs en entier'],
  ['modules are {1} x {2} dots', 'Les modules font {1} x {2} points'],
  ['modules are {1} x {2} mm', 'Les modules font {1} x {2} mm'],
  ['the symbol is not mirrored', 'Le symbole n’est pas en miroir'],
  ['the symbol is mirrored', 'Le symbole est en miroir'],
  ['rows and columns are exchanged', 'Lignes et colonnes sont échangées'],
  ['{1:}; 1 module is wrong: it should be {2:}', '{1:} ; 1 module est faux : ce devrait être {2:}'],
  ['{1:}; {2} modules are wrong: it should be {3:}', '{1:} ; {2} modules sont faux : ce devrait être {3:}'],
  ['{1:}: 1 module is wrong', '{1:} : 1 module est faux'],
  ['{1:}: {2} modules are wrong', '{1:} : {2} modules sont faux'],
  ['level {1}, mask {2}', 'niveau {1}, masque {2}'],
  ['{1}, mask {2}', '{1}, masque {2}'],
  ['upper left finder pattern', 'motif de repérage en haut à gauche'],
  ['upper right finder pattern', 'motif de repérage en haut à droite'],
  ['lower left finder pattern', 'motif de repérage en bas à gauche'],
  ['the finder pattern', 'motif de repérage'],
  ['the separator', 'séparateur'],
  ['upper left separator', 'séparateur en haut à gauche'],
  ['upper right separator', 'séparateur en haut à droite'],
  ['lower left separator', 'séparateur en bas à gauche'],
  ['horizontal timing pattern', 'motif de synchronisation horizontal'],
  ['vertical timing pattern', 'motif de synchronisation vertical'],
  ['alignment pattern at row {1}, column {2}', 'motif d’alignement en ligne {1}, colonne {2}'],
  [
    'version information beside the upper right finder pattern',
    'information de version à côté du motif de repérage en haut à droite',
  ],
  [
    'version information above the lower left finder pattern',
    'information de version au-dessus du motif de repérage en bas à gauche',
  ],
  ['dark module', 'module sombre'],
  ['lower right corner', 'coin en bas à droite'],
  ['solid border at the left and bottom', 'bord continu à gauche et en bas'],
  ['border at the top and right', 'bord en haut et à droite'],
  ['alignment patterns between data regions', 'motifs d’alignement entre les zones de données'],
  ['the finder patterns are complete', 'Les motifs de repérage sont complets'],
  [
    'a light border one module wide separates every finder pattern from the rest',
    'Un bord clair d’un module sépare chaque motif de repérage du reste',
  ],
  ['the timing patterns alternate between dark and light', 'Les motifs de synchronisation alternent sombre et clair'],
  ['the alignment patterns are complete', 'Les motifs d’alignement sont complets'],
  [
    'the module above the lower left finder pattern and its separator is dark',
    'Le module au-dessus du motif de repérage en bas à gauche et de son séparateur est sombre',
  ],
  [
    'version information at the upper right matches the size',
    'L’information de version en haut à droite correspond à la taille',
  ],
  [
    'version information at the lower left matches the size',
    'L’information de version en bas à gauche correspond à la taille',
  ],
  [
    'format information at the upper left is right in every bit',
    'L’information de format en haut à gauche est juste, bit par bit',
  ],
  [
    'format information at the two other finder patterns is right in every bit',
    'L’information de format près des deux autres motifs de repérage est juste, bit par bit',
  ],
  ['the syndromes of all blocks are zero', 'Les syndromes de tous les blocs sont nuls'],
  ['the blocks take one codeword each in turn', 'Les blocs prennent tour à tour un mot de code chacun'],
  ['the blocks follow each other instead of being interleaved', 'Les blocs se suivent au lieu d’être entrelacés'],
  ['the remainder bits are 0', 'Les bits restants sont à 0'],
  ['{1} module is not 0 without the mask', '{1} module n’est pas à 0 sans le masque'],
  ['{1} modules are not 0 without the mask', '{1} modules ne sont pas à 0 sans le masque'],
  ['every mode indicator exists', 'Chaque indicateur de mode existe'],
  ['mode indicator {1} does not exist', 'L’indicateur de mode {1} n’existe pas'],
  ['the symbol is not a part of a structured append', 'Le symbole n’est pas une partie d’une suite'],
  [
    'no application is named by FNC1 in the second position',
    'Aucune application n’est désignée par FNC1 en deuxième position',
  ],
  [
    'every segment has as many characters as its count says',
    'Chaque segment a autant de caractères que l’annonce son compte',
  ],
  [
    '{1} characters of {2} mode take {3} bits, but only {4} are left',
    '{1} caractères en mode {2} prennent {3} bits, mais il n’en reste que {4}',
  ],
  ['a segment of {1} mode without characters', 'un segment en mode {1} sans caractères'],
  [
    'kanji mode under ECI {1}: readers disagree about its meaning',
    'mode kanji sous l’ECI {1} : les lecteurs ne s’accordent pas sur son sens',
  ],
  [
    'every group of bits stands for characters of its mode',
    'Chaque groupe de bits représente des caractères de son mode',
  ],
  ['{1} is not {2} digits', '{1} n’est pas {2} chiffres'],
  ['{1} is not {2} alphanumeric characters', '{1} n’est pas {2} caractères alphanumériques'],
  ['{1} is not a character of JIS X 0208', '{1} n’est pas un caractère de JIS X 0208'],
  ['the bytes have a meaning under their ECI', 'Les octets ont un sens sous leur ECI'],
  ['the bytes are invalid under ECI {1}', 'Les octets ne sont pas valides sous l’ECI {1}'],
  [
    'ECI {1} is not known here; bytes are shown as ISO 8859-1',
    'L’ECI {1} n’est pas connu ici ; les octets sont affichés en ISO 8859-1',
  ],
  ['ECI {1} takes more codewords than it needs', 'L’ECI {1} prend plus de mots de code qu’il n’en faut'],
  ['the ECI designator begins with {1}, or is above 999999', 'L’indicateur d’ECI commence par {1}, ou dépasse 999999'],
  [
    'the mode indicator of FNC1 stands once, before all characters',
    'L’indicateur de mode de FNC1 figure une fois, avant tous les caractères',
  ],
  [
    'the application indicator {1} is neither a letter nor two digits',
    'L’indicateur d’application {1} n’est ni une lettre ni deux chiffres',
  ],
  [
    'part {1} of {2} of a structured append; the parity of all its data is {3}; the header is not the first segment',
    'partie {1} sur {2} d’une suite ; la parité de toutes ses données est {3} ; l’en-tête n’est pas le premier segment',
  ],
  [
    'part {1} of {2} of a structured append; the parity of all its data is {3}',
    'partie {1} sur {2} d’une suite ; la parité de toutes ses données est {3}',
  ],
  [
    'part {1} of {2} of a structured append with the file identification {3}, {4}; 2 to 16 parts are allowed',
    'partie {1} sur {2} d’une suite à l’identifiant de fichier {3}, {4} ; de 2 à 16 parties sont permises',
  ],
  [
    'part {1} of {2} of a structured append with the file identification {3}, {4}; its numbers must be 1 to 254',
    'partie {1} sur {2} d’une suite à l’identifiant de fichier {3}, {4} ; ses nombres doivent aller de 1 à 254',
  ],
  [
    'part {1} of {2} of a structured append with the file identification {3}, {4}',
    'partie {1} sur {2} d’une suite à l’identifiant de fichier {3}, {4}',
  ],
  ['symbol {1} of a structured append of {2}', 'symbole {1} d’une suite de {2}'],
  [
    'all readers take bytes without an ECI for the same text',
    'Tous les lecteurs comprennent de même les octets sans ECI',
  ],
  [
    'bytes without an ECI are ISO 8859-1, {1}; readers may guess another character set',
    'Les octets sans ECI sont en ISO 8859-1, {1} ; des lecteurs peuvent deviner un autre jeu de caractères',
  ],
  [
    'bytes without an ECI are ISO 8859-1, {1}; readers that guess may take them for {2}',
    'Les octets sans ECI sont en ISO 8859-1, {1} ; les lecteurs qui devinent peuvent les prendre pour {2}',
  ],
  [
    'beside kanji mode without an ECI common readers take bytes for Shift JIS: {1} for {2}',
    'À côté du mode kanji sans ECI, les lecteurs courants prennent les octets pour du Shift JIS : {1} pour {2}',
  ],
  [
    'a terminator follows the last segment, or as much of it as fits',
    'Un terminateur suit le dernier segment, dans la mesure de la place',
  ],
  [
    'no terminator after {1} bits, where pad codewords begin',
    'pas de terminateur après {1} bits, là où commencent les mots de remplissage',
  ],
  [
    'the last {1} bits should be a truncated terminator, but are not 0',
    'Les {1} derniers bits devraient être un terminateur tronqué, mais ne sont pas à 0',
  ],
  [
    'the bits between the terminator and the next codeword are not 0',
    'Les bits entre le terminateur et le mot de code suivant ne sont pas à 0',
  ],
  [
    'the bits between the terminator and the next codeword are 0',
    'Les bits entre le terminateur et le mot de code suivant sont à 0',
  ],
  ['the pad codewords alternate between 236 and 17', 'Les mots de remplissage alternent 236 et 17'],
  ['pad codeword {1} is {2}, not {3}', 'Le mot de remplissage {1} est {2}, et non {3}'],
  ['no other mask has a better score', 'Aucun autre masque n’a un meilleur score'],
  [
    'mask {1} has the score {2}, mask {3} has {4}; the highest is right',
    'Le masque {1} a le score {2}, le masque {3} a {4} ; le plus élevé est le bon',
  ],
  [
    'mask {1} has {2} penalty points, mask {3} has {4}; encoders interpret 7.8.3 differently',
    'Le masque {1} a {2} points de pénalité, le masque {3} en a {4} ; les encodeurs interprètent 7.8.3 différemment',
  ],
  [
    'no smaller version holds the same text at the same level',
    'Aucune version plus petite ne porte le même texte au même niveau',
  ],
  [
    'M{1} holds the same text at the same level; this is M{2}',
    'M{1} porte le même texte au même niveau ; ceci est M{2}',
  ],
  ['version {1} holds the same text; this is version {2}', 'La version {1} porte le même texte ; celle-ci est la {2}'],
  ['{1} holds the same text; this is {2}', '{1} porte le même texte ; ceci est {2}'],
  ['no shorter bit stream carries the same text', 'Aucune suite de bits plus courte ne porte le même texte'],
  [
    '{1} bits before the terminator; {2} carry the same text',
    '{1} bits avant le terminateur ; {2} portent le même texte',
  ],
  ['the borders at the left and bottom are solid', 'Les bords à gauche et en bas sont continus'],
  [
    'the borders at the top and right alternate between dark and light',
    'Les bords en haut et à droite alternent sombre et clair',
  ],
  [
    'the borders between data regions are like those around the symbol',
    'Les bords entre les zones de données sont comme ceux autour du symbole',
  ],
  [
    'the corner that no codeword reaches has its fixed pattern',
    'Le coin qu’aucun mot de code n’atteint a son motif fixe',
  ],
  ['every codeword has a meaning in ASCII encodation', 'Chaque mot de code a un sens dans l’encodage ASCII'],
  [
    'macro, structured append and reader programming codewords come first',
    'Les mots de code de macro, de suite et de réglage du lecteur sont au début',
  ],
  [
    'C40, Text and X12 have three values in two codewords, each with a meaning',
    'C40, Text et X12 ont trois valeurs pour deux mots de code, chacune avec un sens',
  ],
  ['a character follows every upper shift', 'Un caractère suit chaque changement supérieur'],
  [
    'every Base 256 field has as many bytes as its length says',
    'Chaque champ Base 256 a autant d’octets que l’annonce sa longueur',
  ],
  [
    'encodations end by an unlatch or as the end-of-data rules allow',
    'Les encodages se terminent par un retour, ou comme le permettent les règles de fin des données',
  ],
  [
    'the first pad is 129, the others are randomised by position',
    'Le premier mot de remplissage est 129, les autres sont brouillés selon leur position',
  ],
  [
    'no smaller symbol of the same shape holds the same text',
    'Aucun symbole plus petit de la même forme ne porte le même texte',
  ],
  ['no fewer codewords carry the same text', 'Moins de mots de code ne suffisent pas au même texte'],
  [
    '{1} codewords before the pads; {2} carry the same text',
    '{1} mots de code avant le remplissage ; {2} portent le même texte',
  ],
  ['codeword {1}: {2:}', 'mot de code {1} : {2:}'],
  ['{1}: {2} is not three values', '{1} : {2} n’est pas trois valeurs'],
  ['{1} ends with a shift that nothing follows', '{1} se termine par un changement que rien ne suit'],
  [
    '{1} ends without an unlatch before codeword {2}, which is not a single character',
    '{1} se termine sans retour avant le mot de code {2}, qui n’est pas un caractère seul',
  ],
  ['{1}: value {2} has no meaning after shift {3}', '{1} : la valeur {2} n’a pas de sens après le changement {3}'],
  ['EDIFACT: the bits after the unlatch are not 0', 'EDIFACT : les bits après le retour ne sont pas à 0'],
  [
    'a Base 256 field of {1} bytes, but only {2} codewords are left',
    'un champ Base 256 de {1} octets, mais il ne reste que {2} mots de code',
  ],
  ['codeword {1} has no meaning in ASCII encodation', 'le mot de code {1} n’a pas de sens dans l’encodage ASCII'],
  [
    'FNC1 in the second position: data of the application that the codeword before it names',
    'FNC1 en deuxième position : des données de l’application que désigne le mot de code précédent',
  ],
  [
    'upper shift before codeword {1}, which is not a single character',
    'changement supérieur avant le mot de code {1}, qui n’est pas un caractère seul',
  ],
  ['a macro is not the first codeword', 'une macro n’est pas le premier mot de code'],
  [
    'the symbol programs the reader; its text is not data',
    'le symbole règle le lecteur ; son texte n’est pas une donnée',
  ],
  ['reader programming is not the first codeword', 'le réglage du lecteur n’est pas le premier mot de code'],
  ['structured append is not the first codeword', 'la suite n’est pas le premier mot de code'],
  ['an ECI cannot begin with codeword {1}', 'un ECI ne peut pas commencer par le mot de code {1}'],
  ['pad {1} is {2}, not {3}', 'le mot de remplissage {1} est {2}, et non {3}'],
  [
    'block {1}: too many codewords are wrong to tell which',
    'bloc {1} : trop de mots de code sont faux pour dire lesquels',
  ],
  ['block {1}: data codeword {2} of the symbol is wrong', 'bloc {1} : le mot de données {2} du symbole est faux'],
  [
    'block {1}: error correction codeword {2} of the symbol is wrong',
    'bloc {1} : le mot de correction d’erreurs {2} du symbole est faux',
  ],
  [
    'symbol character {1} is start or stop inside the symbol',
    'Le caractère {1} du symbole est un début ou une fin à l’intérieur du symbole',
  ],
  [
    'error correction of 144x144 begins with the first block, as the standard says; readers expect the ninth, and many do not read this symbol',
    'La correction d’erreurs de 144x144 commence par le premier bloc, comme le dit la norme ; les lecteurs attendent le neuvième, et beaucoup ne lisent pas ce symbole',
  ],
  [
    'the brackets round the AIs are characters of the symbol, and scanners show them; {1:}',
    'Les parenthèses autour des AI sont des caractères du symbole, et les scanners les montrent ; {1:}',
  ],
  [
    'if this is meant for GS1, the brackets round the AIs are characters of the symbol, and scanners show them; gs1=true makes a GS1 symbol, once its message is right: {1}',
    'Si c’est destiné à GS1, les parenthèses autour des AI sont des caractères du symbole, et les scanners les montrent ; gs1=true fait un symbole GS1, une fois le message juste : {1}',
  ],
  [
    'if this is meant for GS1, the brackets round the AIs are characters of the symbol, and scanners show them; gs1=true makes a GS1 symbol',
    'Si c’est destiné à GS1, les parenthèses autour des AI sont des caractères du symbole, et les scanners les montrent ; gs1=true fait un symbole GS1',
  ],
  [
    'the symbol begins with the character GS, not with FNC1; {1:}',
    'Le symbole commence par le caractère GS, et non par FNC1 ; {1:}',
  ],
  ['^ is a character of the symbol, not FNC1; {1:}', '^ est un caractère du symbole, et non FNC1 ; {1:}'],
  [
    'FNC1 is in the second position, not in the first; {1:}',
    'FNC1 est en deuxième position, et non en première ; {1:}',
  ],
  [
    'the text reads as element strings of GS1, but the symbol does not begin with FNC1; {1:}',
    'Le texte se lit comme des éléments de GS1, mais le symbole ne commence pas par FNC1 ; {1:}',
  ],
  ['{1} with the indicator {2}', '{1} avec l’indicateur {2}'],
  ['the picture holds a symbol that can be read', 'L’image contient un symbole lisible'],
  ['the picture keeps the limits of the check', 'L’image respecte les limites du contrôle'],
  ['a PDF has no password', 'Un PDF n’a pas de mot de passe'],
  ['a PDF has the page that is asked for', 'Un PDF a la page demandée'],
  [
    'an SVG has shapes, lines and words in plain colours alone',
    'Un SVG n’a que des formes, des lignes et des mots en couleurs simples',
  ],
  ['what draws PDFs and SVGs is installed', 'Ce qui dessine les PDF et SVG est installé'],
  [
    'the last character is the check character of the others',
    'Le dernier caractère est le caractère de contrôle des autres',
  ],
  ['the picture is of one colour', 'L’image est d’une seule couleur'],
  [
    'no symbol of any of the symbologies was found; the picture has too many parts and lines to examine them all: crop it to the symbol',
    'Aucun symbole de ces symbologies n’a été trouvé ; l’image a trop de parties et de lignes pour les examiner toutes : recadrez-la sur le symbole',
  ],
  ['no symbol of any of the symbologies was found', 'Aucun symbole de ces symbologies n’a été trouvé'],
  ['no symbol of {1} was found; it looks like {2}', 'Aucun symbole {1} n’a été trouvé ; cela ressemble à {2}'],
  ['no symbol of {1} was found', 'Aucun symbole {1} n’a été trouvé'],
  [
    '{1} rows of Code 128 without space between them: a stacked symbol, such as Codablock F, which is not read',
    '{1} lignes de Code 128 sans espace entre elles : un symbole empilé, comme Codablock F, qui n’est pas lu',
  ],
  ['a damaged PNG', 'Un PNG endommagé'],
  ['a damaged JPEG', 'Un JPEG endommagé'],
  ['a damaged {1} file', 'Un fichier {1} endommagé'],
  ['a damaged PDF', 'Un PDF endommagé'],
  ['a damaged SVG: {1}', 'Un SVG endommagé : {1}'],
  ['page {1} of the PDF is damaged', 'La page {1} du PDF est endommagée'],
  ['a PDF with a password: save it without one', 'Un PDF avec mot de passe : enregistrez-le sans'],
  ['the PDF has 1 page; there is no page {1}', 'Le PDF a 1 page ; il n’y a pas de page {1}'],
  ['the PDF has {1} pages; there is no page {2}', 'Le PDF a {1} pages ; il n’y a pas de page {2}'],
  [
    'drawing the page takes too much memory: crop it to the symbol',
    'Dessiner la page demande trop de mémoire : recadrez-la sur le symbole',
  ],
  [
    'the SVG has {1}, which is not drawn: save it as PDF or PNG, or its shapes as plain paths',
    'Le SVG contient {1}, ce qui n’est pas dessiné : enregistrez-le en PDF ou PNG, ou ses formes en tracés simples',
  ],
  ['the SVG has more than {1}: crop it to the symbol', 'Le SVG a plus de {1} : recadrez-le sur le symbole'],
  [
    'PDF and SVG are drawn by PDFium, which is not installed: {1}',
    'PDF et SVG sont dessinés par PDFium, qui n’est pas installé : {1}',
  ],
  [
    'not a PNG file but {1}; PNG is read: save the picture as PNG, or open it on the page /check',
    'Ce n’est pas un fichier PNG mais {1} : enregistrez l’image en PNG',
  ],
  [
    'not a PNG file but {1}; PNG is read: save the picture as PNG',
    'Ce n’est pas un fichier PNG mais {1} : enregistrez l’image en PNG',
  ],
  ['not a PNG file; PNG is read: save the picture as PNG', 'Ce n’est pas un fichier PNG : enregistrez l’image en PNG'],
  ['{1} pixels are more than the {2} that are read; {3:}', '{1} pixels, c’est plus que les {2} qui sont lus ; {3:}'],
  [
    '{1} pixels in a line are more than the {2} that are read; {3:}',
    '{1} pixels sur une ligne, c’est plus que les {2} qui sont lus ; {3:}',
  ],
  ['{1} bytes are more than the {2} that are read; {3:}', '{1} octets, c’est plus que les {2} qui sont lus ; {3:}'],
  [
    '{1} bytes of unpacked rows are more than the {2} that are read; {3:}',
    '{1} octets de lignes décompressées, c’est plus que les {2} qui sont lus ; {3:}',
  ],
  ['{1} chunks are more than the {2} that are read; {3:}', '{1} blocs, c’est plus que les {2} qui sont lus ; {3:}'],
  ['crop the picture to the symbol', 'recadrez l’image sur le symbole'],
  ['save the picture again with another program', 'enregistrez de nouveau l’image avec un autre programme'],
  ['save the picture in shades of grey', 'enregistrez l’image en niveaux de gris'],
]
