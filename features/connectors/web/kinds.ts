import { useTranslations } from 'use-intl'
import type { KindManifest } from './kind-form.ts'

const manifests = import.meta.glob<KindManifest>('./kinds/*/manifest.ts', {
  eager: true,
  import: 'default',
})

/** Every kind that can be entered: one for each folder of `kinds`. */
export const kindManifests: readonly KindManifest[] = Object.values(manifests)

/** Returns a function that names a kind; one that this page does not have by its stored name. */
export function useKindName(): (kind: string) => string {
  const translate = useTranslations()
  return (kind) => {
    const manifest = kindManifests.find((each) => each.kind === kind)
    return manifest ? translate(manifest.title as 'connectors.title') : kind
  }
}
