import { dirname, isAbsolute, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const beside = /\bnew URL\('(\.{0,2}[^':]+\.ts)', import\.meta\.url\)/g
const resolved = /\bimport\.meta\.resolve\('(\.{1,2}\/[^']+\.ts)'\)/g

/**
 * Modules find files beside themselves: those of the bundle go on to find them beside their
 * sources. The `programs` that they start, as paths in the project, are those of the bundle in
 * `directory`.
 */
export function sourcePlaces(
  project: string,
  directory: string,
  programs: readonly string[],
): Plugin {
  const bundled = (source: string, named: string) => {
    const path = join(dirname(source), named)
    if (!programs.includes(relative(project, path)))
      throw new Error(`${source} starts ${named}, which is no program of the bundle`)
    const program = join(directory, relative(project, path).replace(/\.ts$/, '.js'))
    return JSON.stringify(pathToFileURL(program).href)
  }
  return {
    name: 'warroom-source-places',
    enforce: 'pre',
    transform: {
      filter: { code: /\bimport\.meta\b|\b__(?:dir|file)name\b/ },
      handler(code, id) {
        if (!isAbsolute(id)) return null
        const outOfPackage = code
          .replaceAll(/\b__dirname\b/g, JSON.stringify(dirname(id)))
          .replaceAll(/\b__filename\b/g, JSON.stringify(id))
        if (id.includes('/node_modules/')) return { code: outOfPackage, map: null }
        const placed = code
          .replace(beside, (_all, named: string) => `new URL(${bundled(id, named)})`)
          .replace(resolved, (_all, named: string) => bundled(id, named))
          .replaceAll(/\bimport\.meta\.url\b/g, JSON.stringify(pathToFileURL(id).href))
          .replaceAll(/\bimport\.meta\.dirname\b/g, JSON.stringify(dirname(id)))
        // Whatever is new here has to be thought of.
        if (/\bimport\.meta\b/.test(placed)) throw new Error(`${id} uses import.meta in a new way`)
        return { code: placed, map: null }
      },
    },
  }
}
