import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** What is read here of a feature's manifest. */
interface Manifest {
  readonly screens: readonly {
    readonly path: string
    readonly gate: unknown
    readonly textsOnDemand?: boolean
    readonly load?: () => unknown
  }[]
}

/** What of a screen is in files of its own. */
export interface ScreenModules {
  readonly path: string
  readonly isPublic: boolean
  readonly hasTextsOnDemand: boolean
  /** Absolute paths of the modules that its `load` imports. */
  readonly modules: readonly string[]
}

/** The modules of all screens that are built, from the manifests of the features. */
export async function screenModules(project: string): Promise<readonly ScreenModules[]> {
  const features = (await readdir(join(project, 'features'))).toSorted()
  const found = features.map(async (feature) => {
    const directory = join(project, 'features', feature, 'web')
    return (await manifestsIn(directory)).flatMap(({ screens }) =>
      screens.flatMap(({ path, gate, textsOnDemand = false, load }) =>
        load
          ? [
              {
                ...{ path, isPublic: gate === 'public', hasTextsOnDemand: textsOnDemand },
                modules: importsOf(load, directory),
              },
            ]
          : [],
      ),
    )
  })
  return (await Promise.all(found)).flat()
}

async function manifestsIn(directory: string): Promise<readonly Manifest[]> {
  const files = await readdir(directory).catch((): string[] => [])
  if (!files.includes('manifest.ts')) return []
  const module = (await import(pathToFileURL(join(directory, 'manifest.ts')).href)) as Readonly<
    Record<string, unknown>
  >
  return Object.values(module).filter(isManifest)
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'screens' in value
}

/** A manifest names its screens' modules only inside `load`, so that is what is read here. */
function importsOf(load: () => unknown, directory: string): readonly string[] {
  return [...load.toString().matchAll(/\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g)].map(([, path]) =>
    resolve(directory, path ?? ''),
  )
}
