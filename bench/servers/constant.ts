import { createServer } from 'node:http'

/** The least that an answer over HTTP costs: 500 bytes that are always the same. */
const body = Buffer.alloc(500, 'x')
const headers = { 'Content-Type': 'image/png', 'Content-Length': body.length }

createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.env.PORT), process.env.HOST)
