#!/usr/bin/python3
"""Makes the spreadsheets of this folder, as people and their programs hand them over, by programs that are not ours.

Debian 12: python3-openpyxl 3.0.9, python3-xlsxwriter 3.0.2, gnumeric 1.12.55 (ssconvert). Run in this folder: ./make.py
"""

import datetime
import subprocess

import openpyxl
import xlsxwriter
from openpyxl.styles import Font

EANS = ["4006381333931", "4012345000009", "4305615418735", "4002359002083", "5901234123457"]

# a price list as a German clerk keeps it: numbers of articles as text, EAN as numbers, prices with their sign
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Preisliste"
sheet.append(["Artikelnummer", "EAN", "Bezeichnung", "Preis", "Menge", "Gültig ab", "Regal"])
for row, (ean, name, price) in enumerate(
    zip(EANS, ["Textmarker, gelb", "Käse „Allgäu“ 400 g", "Müsli & Nüsse", "Bürste 3 cm", "Öl\nkaltgepresst"], [1.99, 4.5, 12, 0.6, 1234.5]), 2
):
    sheet.append([f"{row:05}", int(ean), name, price, row - 1, datetime.date(2027, 3, row), row])
    sheet.cell(row, 2).number_format = "0"
    sheet.cell(row, 4).number_format = '#,##0.00\\ "€"'
    sheet.cell(row, 6).number_format = "dd.mm.yyyy"
    sheet.cell(row, 7).number_format = "000"
for cell in sheet[1]:
    cell.font = Font(bold=True)
hidden = book.create_sheet("Alt", 0)
hidden.sheet_state = "hidden"
hidden.append(["EAN"])
hidden.append(["00000000"])
book.create_sheet("Notizen").append(["nichts"])
book.active = 1
book.save("german.xlsx")

with open("german.csv", "wb") as file:
    lines = ["Artikelnummer;EAN;Bezeichnung;Preis;Menge"]
    lines += [f'0{i:04};{ean};"Größe {i} für Hände";{i},99 €;{i}' for i, ean in enumerate(EANS, 1)]
    file.write("\r\n".join(lines + [""]).encode("windows-1252"))

# the export of a shop: https://woocommerce.com/document/product-csv-importer-exporter/ names the columns so in Spanish
with open("tienda.csv", "w", encoding="utf-8-sig", newline="") as file:
    names = ["ID", "Tipo", "SKU", "GTIN, UPC, EAN o ISBN", "Nombre", "Publicado", "Destacado", "Visibilidad en el catálogo", "Descripción corta", "Descripción",
             "Estado del impuesto", "Existencias", "Peso (kg)", "Precio rebajado", "Precio normal", "Categorías", "Etiquetas", "Imágenes"]
    file.write(",".join(f'"{name}"' for name in names) + "\n")
    for i, ean in enumerate(EANS, 1):
        cells = [i, "simple", f"CAM-{i}", ean, f"Camiseta niño n.º {i}", 1, 0, "visible", "Algodón, 100 %", "Línea 1\\nLínea 2", "taxable", 10 * i, "0,2", "", f"{i}9,95", "Ropa", "niño", ""]
        file.write(",".join(f'"{cell}"' for cell in cells) + "\n")

# sixty columns of an ERP, the one that is wanted far to the right, its material numbers with zeros before them
book = xlsxwriter.Workbook("sap.xlsx")
sheet = book.add_worksheet("Sheet1")
names = ["MANDT", "MATNR", "ERSDA", "ERNAM", "LAEDA", "AENAM", "VPSTA", "PSTAT", "LVORM", "MTART", "MBRSH", "MATKL", "BISMT", "MEINS", "BSTME"]
names += [f"ZFELD{i:02}" for i in range(len(names), 57)] + ["EAN11", "NUMTP", "MAKTX"]
sheet.write_row(0, 0, names)
for row in range(1, 41):
    cells = ["100", f"{row:018}", "20260105", "MEIER", "20261101", "SCHULZ", "KEDBVG", "KEDBVG", "", "FERT", "M", "01", "", "ST", ""]
    cells += ["" if i % 3 else f"{i}" for i in range(len(cells), 57)] + [EANS[row % 5], "HE", f"Schraube M{row} × 20 DIN 933"]
    sheet.write_row(row, 0, cells)
book.close()

# numbers that lost their zeros, and some that a format shows with them
book = xlsxwriter.Workbook("zeros.xlsx")
sheet = book.add_worksheet()
shown = book.add_format({"num_format": "000000000000"})
sheet.write_row(0, 0, ["UPC", "Item", "Shown"])
for row, upc in enumerate([36000291452, 12345678905, 78901234500, 614141007349, 73854008089], 1):
    sheet.write_number(row, 0, upc)
    sheet.write_string(row, 1, f"Item {row}")
    sheet.write_number(row, 2, upc, shown)
book.close()

with open("google.tsv", "w", encoding="utf-8", newline="") as file:
    file.write("Barcode\tName\tPrice\tCopies\r\n")
    file.writelines(f"{ean}\tNaïve café {i}\t${i}.50\t{i}\r\n" for i, ean in enumerate(EANS, 1))

# LibreOffice's own format
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Lager"
sheet.append(["Barcode", "Beschreibung", "Datum", "Regal"])
for i, ean in enumerate(EANS, 1):
    sheet.append([ean, f"Posten  {i} – links", datetime.date(2027, 1, i), i])
    sheet.cell(i + 1, 4).number_format = "000"
book.save("lager.ods.xlsx")
subprocess.run(["ssconvert", "-T", "Gnumeric_OpenCalc:openoffice", "lager.ods.xlsx", "lager.ods"], check=True)
subprocess.run(["rm", "lager.ods.xlsx"], check=True)

# rows without anything between, before and behind the others, and columns without a heading
book = openpyxl.Workbook()
sheet = book.active
for row, cells in [(3, ["", "EAN", "", "Bezeichnung"]), (5, ["x", EANS[0], "", "Eins"]), (6, ["", "  ", "", " "]), (9, ["", EANS[1], "", "Zwei"]), (400, ["", EANS[2], "", "Drei"])]:
    for column, text in enumerate(cells, 1):
        if text:
            sheet.cell(row, column, text)
sheet.cell(900, 2).font = Font(bold=True)
book.save("gaps.xlsx")

# a heading of the whole sheet above the headings
book = openpyxl.Workbook()
sheet = book.active
sheet.append(["Etiketten Lager Nord, Stand November 2026"])
sheet.merge_cells("A1:D1")
sheet.append([])
sheet.append(["Art.-Nr.", "EAN-Code", "Artikel", "Anzahl"])
for i, ean in enumerate(EANS, 1):
    sheet.append([f"{i:04}", ean, f"Karton {i}", i])
book.save("merged.xlsx")

# formulas: with values, with errors, and joined texts
book = openpyxl.Workbook()
sheet = book.active
sheet.append(["Barcode", "Description", "Copies"])
sheet.append(['=TEXT(4006381333931,"0")', '="Shelf "&1', "=1+1"])
sheet.append(["=1/0", '="Shelf "&2', 1])
sheet.append(['=VLOOKUP("x",A1:B2,2,FALSE)', "Shelf 3", 1])
sheet.append(["5901234123457", "=A99&\"Shelf 4\"", 1])
sheet.append(["4012345000009", "=NAME_THAT_IS_NONE", 1])
book.save("formulas.raw.xlsx")
subprocess.run(["ssconvert", "--recalc", "-T", "Gnumeric_Excel:xlsx2", "formulas.raw.xlsx", "formulas.xlsx"], check=True)
subprocess.run(["mv", "formulas.raw.xlsx", "unsaved.xlsx"], check=True)

# numbers by many formats, and what Gnumeric shows of them: a minus sign for the hyphen, and halves by their binary digits
codes = ['0','00000','0.00','#,##0','#,##0.00','0%','0.0%','##0.##','???0','0.0??','"Nr. "000','000-000','0 000000 000000','#,##0.00\\ "€";[Red]-#,##0.00\\ "€"',
         '[$€-407] #,##0.00','0.00;(0.00);"zero"','0,','0.0,,"M"','_-* #,##0.00\\ _€_-','00\\ 00\\ 00','\\#0','dd.mm.yyyy','d/m/yy','yyyy-mm-dd hh:mm:ss','h:mm AM/PM',
         '[h]:mm','mm:ss','yymmdd','#,##0.0#','0.###']
book = xlsxwriter.Workbook("formats.xlsx")
sheet = book.add_worksheet()
for row, code in enumerate(codes):
    shown = book.add_format({"num_format": code})
    for column, value in enumerate([0, 1, -1, 12.5, -12.345, 1234567.891, 0.006, 1.004, 45000.75, 36000291452, 0.1, 99.994, 59, 61.5, 2.5]):
        sheet.write_number(row, column, value, shown)
book.close()
subprocess.run(["ssconvert", "-T", "Gnumeric_stf:stf_assistant", "-O", "separator=; format=preserve", "formats.xlsx", "formats.csv"], check=True)
