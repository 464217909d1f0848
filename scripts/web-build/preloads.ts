import type { Plugin, Rolldown } from 'vite'
import type { Preloads } from '../../apps/server/page.ts'
import { antdStylesModule } from './antd-styles.ts'
import { screenModules, type ScreenModules } from './screen-modules.ts'

/** What of a bundler's chunk decides what is fetched with it. */
export interface LoadedChunk {
  readonly fileName: string
  readonly imports: readonly string[]
  readonly isEntry: boolean
  readonly moduleIds: readonly string[]
  /** Its style sheets. */
  readonly styles: readonly string[]
}

/** Writes `preloads.json` beside `index.html`. */
export function preloadsPlugin(project: string): Plugin {
  return {
    name: 'warroom-preloads',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      const sheet = Object.values(bundle).find(({ fileName }) => antdSheet.test(fileName))
      const loaded = chunks.map((chunk) => loadedChunk(chunk, sheet?.fileName))
      const preloads = preloadsOf(loaded, await screenModules(project))
      this.emitFile({
        type: 'asset',
        fileName: 'preloads.json',
        source: JSON.stringify(preloads),
      })
    },
  }
}

const antdSheet = /^assets\/antd-styles-.*\.css$/

/** `antdStyles`: the sheet that a module of this chunk asks for by itself. */
function loadedChunk(chunk: Rolldown.OutputChunk, antdStyles: string | undefined): LoadedChunk {
  const { fileName, imports, isEntry, moduleIds, viteMetadata } = chunk
  const asked = antdStyles !== undefined && moduleIds.includes(antdStylesModule) ? [antdStyles] : []
  const styles = [...(viteMetadata?.importedCss ?? []), ...asked]
  return { fileName, imports, isEntry, moduleIds, styles }
}

/** Says for each screen and language which chunks are fetched, in which `index.html` has none. */
export function preloadsOf(
  chunks: readonly LoadedChunk[],
  screens: readonly ScreenModules[],
): Preloads {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const collect = (fileName: string, into: Set<string>): void => {
    const chunk = byName.get(fileName)
    if (chunk === undefined || into.has(fileName)) return
    into.add(fileName)
    for (const style of chunk.styles) into.add(style)
    for (const imported of chunk.imports) collect(imported, into)
  }
  const inPage = new Set<string>()
  for (const { fileName, isEntry } of chunks) if (isEntry) collect(fileName, inPage)
  const filesOf = (isNeeded: (module: string) => boolean): string[] => {
    const files = new Set<string>()
    for (const { fileName, moduleIds } of chunks)
      if (moduleIds.some(isNeeded)) collect(fileName, files)
    return [...files].filter((file) => !inPage.has(file))
  }
  const byLanguage = (catalogue: RegExp) => {
    const languages = chunks.flatMap(({ moduleIds }) =>
      moduleIds.flatMap((module) => catalogue.exec(module)?.[1] ?? []),
    )
    return Object.fromEntries(
      languages.map((language) => [
        language,
        filesOf((module) => catalogue.exec(module)?.[1] === language),
      ]),
    )
  }
  return {
    texts: byLanguage(/\/apps\/web\/catalogues\/([A-Za-z]{2}(?:-[A-Z]{2})?)\.ts$/),
    signedInTexts: byLanguage(
      /\/apps\/web\/catalogues\/signed-in\/([A-Za-z]{2}(?:-[A-Z]{2})?)\.ts$/,
    ),
    textsOnDemand: byLanguage(
      /\/apps\/web\/catalogues\/on-demand\/([A-Za-z]{2}(?:-[A-Z]{2})?)\.ts$/,
    ),
    frame: filesOf((module) => module.endsWith('/apps/web/shell/shell.tsx')),
    screens: screens.map(({ path, isPublic, hasTextsOnDemand, modules }) => ({
      ...{ path, isPublic, hasTextsOnDemand },
      files: filesOf((module) => modules.includes(module)),
    })),
  }
}
