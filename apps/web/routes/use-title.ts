import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { includesTexts, useLanguage } from '#kit/web/texts/language.ts'
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

/**
 * The title of the screen that is open now; undefined on pages without one, and for a screen behind
 * the sign-in while its texts are on their way.
 */
export function useCurrentTitle(): string | undefined {
  const title = useTitle()
  const opened = useOpenedScreen()
  const hasTitles = useLanguage(({ extent }) => includesTexts(extent, 'usual'))
  if (!opened || (!hasTitles && opened.screen.gate !== 'public')) return undefined
  return title(opened.screen, opened.parameters)
}
