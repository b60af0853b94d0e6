import './host-status.part.ts'
import './pieces.part.ts'
import './printers-file.part.ts'
import './socket.part.ts'
