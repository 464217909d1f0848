import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { antdRulesPlugin } from './scripts/web-build/antd-rules.ts'
import { antdStylesPlugin } from './scripts/web-build/antd-styles.ts'
import { appIconsPlugin } from './scripts/web-build/app-icons.ts'
import { chunkGroups } from './scripts/web-build/chunk-groups.ts'
import { hashedFirstPaint } from './scripts/web-build/first-paint.ts'
import { preloadsPlugin } from './scripts/web-build/preloads.ts'

const project = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('./apps/web/', import.meta.url))
const { version } = JSON.parse(
  readFileSync(new URL('./package.json', import.meta.url), 'utf8'),
) as { version: string }

/** Lets the browser fetch the Latin letters together with the styles that ask for them. */
function preloadedFont(): Plugin {
  return {
    name: 'warroom-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /inter-latin-wght-normal.*\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              href: `/${name}`,
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
            },
            injectTo: 'head' as const,
          })),
    },
  }
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    ...[react(), hashedFirstPaint(project), preloadedFont()],
    ...[
      antdRulesPlugin(),
      antdStylesPlugin(project),
      appIconsPlugin(project),
      preloadsPlugin(project),
    ],
  ],
  resolve: { alias: [{ find: /^zod$/, replacement: `${root}zod.ts` }] },
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The content security policy allows neither data addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
