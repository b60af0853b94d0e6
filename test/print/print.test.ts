import './pieces.part.ts'
import './printers-file.part.ts'
