import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Parameters as PathParameters } from './route-table.ts'
import { useOpenedScreen } from './use-routes.ts'

interface Titled {
  readonly title: string
  readonly titleValues?: PathParameters
}

/**
 * Gives the words of a title that a manifest names by its key; parameters of the path stand where
 * the text names them.
 */
export function useTitle(): (titled: Titled, parameters?: PathParameters) => string {
  const translate = useTranslations()
  return useCallback(
    ({ title, titleValues }, parameters) =>
      // Manifests name keys as plain text; a test holds every one of them against the catalogues.
      translate(title as Parameters<typeof translate>[0], { ...parameters, ...titleValues }),
    [translate],
  )
}

/** The title of the screen that is open now, or undefined on pages without one. */
export function useCurrentTitle(): string | undefined {
  const title = useTitle()
  const opened = useOpenedScreen()
  return opened && title(opened.screen, opened.parameters)
}
