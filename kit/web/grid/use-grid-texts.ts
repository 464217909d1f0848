import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { GridTexts } from '#kit/ui/grid/texts.ts'
import { isolated } from '../formats/isolated.ts'

/** What grids of items say, in the page's language. */
export function useGridTexts(): GridTexts {
  const translate = useTranslations('grid')
  return useMemo(
    () => ({
      handle: (name) => translate('handle', { name: isolated(name) }),
      instructions: translate('instructions'),
      lifted: (name, place) => translate('lifted', { name: isolated(name), ...place }),
      movedTo: (place) => translate('movedTo', { ...place }),
      resizedTo: (place) => translate('resizedTo', { ...place }),
      atEdge: translate('atEdge'),
      dropped: (name, place) => translate('dropped', { name: isolated(name), ...place }),
      cancelled: (name) => translate('cancelled', { name: isolated(name) }),
    }),
    [translate],
  )
}
