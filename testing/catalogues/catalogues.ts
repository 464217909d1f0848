import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const project = fileURLToPath(new URL('../..', import.meta.url))

/** Texts of one language by their whole key, such as `dashboard.types.lamp`. */
export type Texts = Readonly<Record<string, string>>

/** Folders that hold catalogues, relative to the project. */
export const catalogueFolders = globSync(
  [
    'apps/web/texts',
    'apps/web/texts/signed-in',
    'apps/web/offline/texts',
    'features/*/web/texts',
    'features/*/web/texts/{signed-in,on-demand}',
    'features/*/web/kinds/*/texts',
    'features/*/web/kinds/*/texts/on-demand',
  ],
  { cwd: project },
).toSorted()

/**
 * The texts of one folder, none where the language has no file; a feature's own begin with the name
 * of the feature, those of a kind of widget with its place in them.
 */
export function readCatalogue(folder: string, locale: string): Texts {
  const [, ...names] =
    /^features\/([^/]+)\/web\/(?:(kinds)\/([^/]+)\/)?texts(?:\/(?:signed-in|on-demand))?$/.exec(
      folder,
    ) ?? []
  const namespace = names.filter((name) => name !== undefined)
  const file = `${project}${folder}/${locale}.json`
  return existsSync(file) ? flat(JSON.parse(readFileSync(file, 'utf8')), namespace.join('.')) : {}
}

/** The texts of an object with texts and objects, by their whole keys. */
export const flatTexts = (value: object): Texts => flat(value, '')

function flat(value: unknown, path: string): Texts {
  if (typeof value === 'string') return { [path]: value }
  const entries = Object.entries(value as Record<string, unknown>)
  return Object.assign(
    {},
    ...entries.map(([key, inner]) => flat(inner, path === '' ? key : `${path}.${key}`)),
  ) as Texts
}

/** Every text of a language. */
export function readCatalogues(locale: string): Texts {
  return Object.assign(
    {},
    ...catalogueFolders.map((folder) => readCatalogue(folder, locale)),
  ) as Texts
}
