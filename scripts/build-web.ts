import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { filesUnder } from './web-build/files.ts'
import { importCycles } from './web-build/import-cycles.ts'
import { buildOfflinePage, buildServiceWorker } from './web-build/offline.ts'
import { publish, readStamp } from './web-build/publish.ts'
import { measure, type Chunk } from './web-build/sizes.ts'
import { hashSources } from './web-build/sources.ts'

const project = fileURLToPath(new URL('..', import.meta.url))

/** Where the built web application lies. */
export const webDirectory = join(project, 'apps/web/dist')

/**
 * Builds the web application when its sources differ from what is published; returns whether it
 * did. A server may run meanwhile. `report` gets the sizes, line by line. Throws when the result
 * could not run.
 */
export async function buildWeb(report: (line: string) => void): Promise<boolean> {
  const [sources, stamp] = await Promise.all([hashSources(project), readStamp(webDirectory)])
  if (stamp?.sources === sources) return false
  const staging = join(project, '.cache', `web-${randomUUID()}`)
  try {
    const chunks = await forProduction(async () => {
      const built = await runVite(staging)
      const [cycle] = importCycles(built)
      if (cycle !== undefined) throw new Error(`Chunks import each other: ${cycle}`)
      await buildServiceWorker(project, staging, await buildOfflinePage(project, staging))
      return built
    })
    await compressAll(staging)
    const { signInBytes, lines } = await measure(staging, chunks)
    await publish(staging, webDirectory, { sources, signInBytes })
    for (const line of lines) report(line)
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
  return true
}

async function runVite(outDir: string): Promise<readonly Chunk[]> {
  const { build } = await import('vite')
  const result = await build({
    configFile: join(project, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
  const outputs = Array.isArray(result) ? result : [result]
  return outputs.flatMap((output) =>
    'output' in output ? output.output.filter((part) => part.type === 'chunk') : [],
  )
}

/** Libraries look at this variable, and what is published is always made for production. */
async function forProduction<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  return work().finally(() => {
    if (before === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = before
  })
}

const compressions: Readonly<Record<string, (content: Buffer) => Promise<Buffer>>> = {
  '.br': (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  '.gz': (content) => promisify(gzip)(content, { level: 9 }),
}

/** Writes `.br` and `.gz` beside every file that shrinks by it. */
async function compressAll(directory: string): Promise<void> {
  const files = (await filesUnder(directory)).filter((path) =>
    /\.(html|js|css|svg|json)$/.test(path),
  )
  await Promise.all(
    files.map(async (path) => {
      const content = await readFile(path)
      for (const [ending, compress] of Object.entries(compressions)) {
        const smaller = await compress(content)
        if (smaller.length < content.length) await writeFile(path + ending, smaller)
      }
    }),
  )
}

if (import.meta.main) {
  const started = performance.now()
  const built = await buildWeb((line) => console.log(line))
  console.log(
    `web ${built ? 'built' : 'is up to date'} (${Math.round(performance.now() - started)} ms)`,
  )
}
