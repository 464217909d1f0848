import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { dirname, resolve } from 'node:path'

const maps = new Map<string, SourceMap>()

function mapOf(file: string): SourceMap {
  const payload = () => JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload
  const map = maps.get(file) ?? new SourceMap(payload())
  maps.set(file, map)
  return map
}

const placeInBundle =
  /(?:file:\/\/)?(\/[^\s:]+\/\.cache\/server\/[0-9a-f]+\/[^\s:]+\.js):(\d+):(\d+)/g

/**
 * What a bundled server wrote, naming places in the sources instead of those in the bundle. If Node
 * did so itself, each start would read the map: a third of its work.
 */
export function namedSources(text: string): string {
  return text.replaceAll(placeInBundle, (place: string, file: string, line: string, column) => {
    const origin = mapOf(file).findOrigin(Number(line), Number(column))
    if (!('fileName' in origin)) return place
    const { fileName, lineNumber, columnNumber } = origin
    return `${resolve(dirname(file), fileName)}:${lineNumber}:${columnNumber}`
  })
}
