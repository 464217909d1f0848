import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { App, ConfigProvider, type ThemeConfig } from 'antd'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { Plugin, Rolldown } from 'vite'
import { EveryComponent } from './antd-components.ts'

/** What the module `virtual:antd-styles` resolves to: its default export is the address. */
const virtual = 'virtual:antd-styles'
/** As the bundler names that module. */
export const antdStylesModule = `\0${virtual}`
const addressInDevelopment = '/antd-styles.css'

export interface AntdStyles {
  readonly css: string
  /** Of what there are styles, as the library names it: `Button-compact`. */
  readonly names: ReadonlySet<string>
}

interface Look {
  /** Each colour, as the library reads it. */
  readonly colour: string
  readonly isDark: boolean
  readonly hasMotion: boolean
}

/** What is read here of `kit/web/antd/theme/antd-theme.ts`. */
interface ThemeModule {
  readonly antdTheme: (look: Omit<Look, 'colour'> & { readonly colours: object }) => ThemeConfig
}

/**
 * The styles of the component library as one sheet, made once here in the place of once by each
 * page. They are the same for every look, whose values are custom properties.
 */
export async function antdStyles(
  project: string,
  { colour, ...look }: Look = { colour: '#808080', isDark: false, hasMotion: true },
): Promise<AntdStyles> {
  const { href } = pathToFileURL(join(project, 'kit/web/antd/theme/antd-theme.ts'))
  const { antdTheme } = (await import(href)) as ThemeModule
  const theme = antdTheme({ ...look, colours: new Proxy({}, { get: () => colour }) })
  const cache = createCache()
  const app = createElement(App, null, createElement(EveryComponent))
  // Here they are made.
  const drawn = createElement(ConfigProvider, { theme: { ...theme, zeroRuntime: false } }, app)
  renderToString(createElement(StyleProvider, { cache }, drawn))
  const names = [...cache.cache.keys()].flatMap((key) => cached.exec(key)?.[1] ?? [])
  const css = extractStyle(cache, { plain: true, types: ['style'] })
  return { css: css.replaceAll(sizing, ''), names: new Set(names) }
}

/**
 * `base.css` says it of everything: here a browser would compare the classes of each element on the
 * page with a hundred parts of words.
 */
const sizing = /(?<=^|\})[^{}]*\[class[^{}]*\{box-sizing:border-box;\}/g

const cached = /^style%.*?([A-Z][A-Za-z]*-[A-Za-z-]+)%/

/** Serves the styles of the component library, as a file of its own in what is built. */
export function antdStylesPlugin(project: string): Plugin {
  let styles: Promise<AntdStyles> | undefined
  const made = () => (styles ??= antdStyles(project))
  return {
    name: 'warroom-antd-styles',
    resolveId: (id) => (id === virtual ? antdStylesModule : undefined),
    async load(id) {
      if (id !== antdStylesModule) return undefined
      if (this.environment.mode === 'dev') return `export default '${addressInDevelopment}'`
      const file = this.emitFile({
        type: 'asset',
        name: 'antd-styles.css',
        source: (await made()).css,
      })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
    configureServer(server) {
      server.middlewares.use(addressInDevelopment, (_request, response, next) => {
        made().then(({ css }) => response.setHeader('content-type', 'text/css').end(css), next)
      })
    },
    async generateBundle(_options, bundle) {
      const { names } = await made()
      const used = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? styled(part, this) : [],
      )
      const missing = used.filter((name) => !names.has(name))
      if (missing.length > 0)
        this.error(`No styles are made of ${missing.join(', ')}: show it in antd-components.ts`)
    },
  }
}

/** Styles of which the library has none drawn as we use it: tables of pages in its older look. */
const notDrawn = new Set(['Pagination-bordered'])
const hook = new RegExp(
  String.raw`gen(?:StyleHooks|SubStyleComponent|ComponentStyleHook)\(\s*` +
    String.raw`(?:\[\s*["'](\w+)["'],\s*["']([\w-]+)["']|["'](\w+)["'])`,
  'g',
)

/** Names of the styles that components in a chunk ask for. */
function styled(
  { modules }: Rolldown.OutputChunk,
  { getModuleInfo }: Rolldown.PluginContext,
): readonly string[] {
  return Object.entries(modules)
    .filter(([id, { renderedLength }]) => /\/antd\/es\/.*style/.test(id) && renderedLength > 0)
    .flatMap(([id]) => [...(getModuleInfo(id)?.code ?? '').matchAll(hook)])
    .map(([, component, part, whole]) => (whole ? `${whole}-${whole}` : `${component}-${part}`))
    .filter((name) => !notDrawn.has(name))
}
