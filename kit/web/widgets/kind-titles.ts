import { useCallback, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { SensorType } from '#kit/model/sensor.ts'
import { allKinds, type AnyWidgetKind } from '../widget-registry.ts'

/** What kinds are called in the language of the page. */
export function useKindTitle(): (kind: Pick<AnyWidgetKind, 'title'>) => string {
  const translate = useTranslations()
  return useCallback(
    // The keys of the kinds are held by the catalogues' tests.
    ({ title }) => translate(title as Parameters<typeof translate>[0]),
    [translate],
  )
}

interface AddableKind {
  readonly kind: AnyWidgetKind
  readonly title: string
}

/**
 * What can be added to a page, by its title in the language of the page. `type`: only what can show
 * a sensor of this type, alone or among others.
 */
export function useAddableKinds(type?: SensorType): readonly AddableKind[] {
  const titleOf = useKindTitle()
  const locale = useLocale()
  return useMemo(() => {
    const shows = (kind: AnyWidgetKind) =>
      type === undefined || (kind.binds !== 'none' && kind.accepts.includes(type))
    const { compare } = new Intl.Collator(locale)
    return allKinds()
      .filter(shows)
      .map((kind) => ({ kind, title: titleOf(kind) }))
      .toSorted((one, other) => compare(one.title, other.title))
  }, [type, titleOf, locale])
}
