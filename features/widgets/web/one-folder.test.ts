import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WidgetKind } from '#kit/web/widget-registry.ts'

const project = join(import.meta.dirname, '../../..')
const copy = mkdtempSync(join(tmpdir(), 'warroom-kind-'))
const kinds = join(copy, 'features/widgets/web/kinds')
let vite: ViteDevServer

const manifest = `
import { defineKind, noOptions } from '../../define-kind.tsx'
const place = { width: 2, height: 2 }
export default defineKind({
  id: 'probe', title: 'widgets.kinds.probe.title', accepts: ['analog'], usualFor: [],
  defaultSize: 'small', gridSizes: { small: place, medium: place, big: place }, options: noOptions,
  load: () => import('./probe-view.tsx'),
})`
const view = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
export default function ProbeView({ sensor }) { return createElement('b', null, sensor.alias) }`

/** The application's sources, with a kind more: one folder. */
beforeAll(async () => {
  for (const part of ['features', 'kit', 'apps', 'package.json'])
    cpSync(join(project, part), join(copy, part), {
      recursive: true,
      filter: (path) => !/\/(dist|server)(\/|$)/.test(path.slice(project.length)),
    })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  mkdirSync(join(kinds, 'probe/texts'), { recursive: true })
  writeFileSync(join(kinds, 'probe/manifest.ts'), manifest)
  writeFileSync(join(kinds, 'probe/probe-view.tsx'), view)
  writeFileSync(join(kinds, 'probe/texts/ru.json'), '{ "title": "Проба" }')
  vite = await createServer({
    root: copy,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
})
afterAll(async () => {
  await vite.close()
  rmSync(copy, { recursive: true, force: true })
})

it('WD8 a folder alone adds a kind: it is found, named, fetched and drawn', async () => {
  const { widgetKinds } = (await vite.ssrLoadModule('/features/widgets/web/kinds.ts')) as {
    readonly widgetKinds: readonly WidgetKind[]
  }
  const probe = widgetKinds.find(({ id }) => id === 'probe')
  if (probe?.binds !== 'sensor') throw new Error('the kind is bound to one sensor')
  await probe.preload()
  const props = { sensor: { alias: 'Boiler' }, size: 'small', options: {} } as never
  const widget = createElement(probe.View, props)
  const provided = createElement(QueryClientProvider, { client: new QueryClient() }, widget)
  expect(renderToString(provided)).toBe('<b>Boiler</b>')
  const catalogue = (await vite.ssrLoadModule('/apps/web/catalogues/signed-in/ru.ts')) as {
    readonly default: { readonly widgets: { readonly kinds: Readonly<Record<string, unknown>> } }
  }
  expect(catalogue.default.widgets.kinds).toMatchObject({ probe: { title: 'Проба' } })
})
