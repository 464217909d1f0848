import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InlineConfig, Rolldown } from 'vite'
import type { AppIcon } from '../../apps/server/installable/manifest.ts'
import { hashedFirstPaint } from './first-paint.ts'

/** Files that the service worker keeps, so that it can say that the server is away. */
export interface OfflineFiles {
  /** Paths on the site. */
  readonly paths: readonly string[]
  /** Another content has another version. */
  readonly version: string
}

/** Builds the page that is shown while the server is away: a page of its own, with few files. */
export async function buildOfflinePage(project: string, outDir: string): Promise<OfflineFiles> {
  const root = join(project, 'apps/web/offline')
  const outputs = await run({
    ...{ root, publicDir: false, plugins: [hashedFirstPaint(project)] },
    build: {
      ...commonOf(outDir),
      rolldownOptions: {
        input: join(root, 'offline.html'),
        output: {
          entryFileNames: 'assets/offline-[hash].js',
          assetFileNames: 'assets/offline-[hash][extname]',
        },
      },
    },
  })
  const names = outputs.map(({ fileName }) => fileName).toSorted()
  const hash = createHash('sha256')
  for (const name of names) hash.update(name).update(await readFile(join(outDir, name)))
  const version = hash.digest('base64url').slice(0, 12)
  return { paths: names.map((name) => `/${name}`), version }
}

/** Builds `service-worker.js`, one file. */
export async function buildServiceWorker(
  project: string,
  outDir: string,
  offline: OfflineFiles,
): Promise<void> {
  await run({
    ...{ root: project, publicDir: false },
    define: {
      __OFFLINE__: JSON.stringify(offline),
      __ICON__: JSON.stringify(await noticeIcon(outDir)),
    },
    build: {
      ...commonOf(outDir),
      rolldownOptions: {
        input: join(project, 'apps/web/worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

/** The picture beside a notification. */
async function noticeIcon(outDir: string): Promise<string> {
  const icons = JSON.parse(await readFile(join(outDir, 'icons.json'), 'utf8')) as AppIcon[]
  return icons.find(({ sizes }) => sizes === '192x192')?.src ?? ''
}

const commonOf = (outDir: string) => ({
  ...{ outDir, emptyOutDir: false, target: 'es2023', assetsInlineLimit: 0 },
  ...{ modulePreload: { polyfill: false }, reportCompressedSize: false },
})

async function run(config: InlineConfig): Promise<readonly { readonly fileName: string }[]> {
  const { build } = await import('vite')
  const result = await build({
    ...config,
    ...{ configFile: false, mode: 'production', logLevel: 'warn' },
  })
  const outputs = (Array.isArray(result) ? result : [result]) as readonly Rolldown.RolldownOutput[]
  return outputs.flatMap(({ output }) => output)
}
