import { useRouterState } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { features } from '../features.ts'

const screens = features.flatMap((feature) => feature.screens)

/** Gives the words of a screen's title, named in its manifest by a key such as `dashboard.title`. */
export function useScreenTitle(): (key: string) => string {
  const translate = useTranslations()
  // Manifests name keys as plain text; a test holds every one of them against the catalogues.
  return (key) => translate(key as Parameters<typeof translate>[0])
}

/** The title of the screen that is open now, or undefined on pages without one. */
export function useCurrentTitle(): string | undefined {
  const title = useScreenTitle()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const screen = screens.find((candidate) => candidate.path === path)
  return screen && title(screen.title)
}
