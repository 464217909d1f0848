import sax from 'sax'
import { FileRefusal, unreadable } from './row.ts'
import type { Readable } from 'node:stream'

export async function readXml(stream: Readable, visit: Visitor): Promise<void> {
  const parser = xmlParser(visit)
  const decoder = new TextDecoder('utf-8')
  for await (const chunk of stream as AsyncIterable<Buffer>)
    parser.write(decoder.decode(chunk, { stream: true }))
  parser.write(decoder.decode()).close()
}

/** What is reported of a part as it is read. */
export interface Visitor {
  readonly open: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

/** A parser for one part. A document type, with which entities are declared, is refused. */
export function xmlParser(visit: Visitor): sax.SAXParser {
  const parser = sax.parser(true, { position: false })
  let failure: Error | null = null
  const localName = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.onopentag = ({ name, attributes }) => {
    const plain = attributes as Readonly<Record<string, string>>
    visit.open(localName(name), plain)
  }
  parser.ontext = (text) => visit.text?.(text)
  parser.oncdata = (text) => visit.text?.(text)
  parser.onclosetag = (name) => visit.close?.(localName(name))
  parser.ondoctype = () => {
    failure ??= new FileRefusal('dangerous', 'a document type')
    throw failure
  }
  parser.onerror = (error) => {
    throw failure ?? unreadable(error)
  }
  return parser
}

/** The escape of spreadsheets for what XML cannot write. */
export function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
}
