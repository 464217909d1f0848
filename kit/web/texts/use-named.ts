import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

/** Writes a text with what it is about before it, parted as the language does it. */
export function useNamed(): (name: string, text: string) => string {
  const translate = useTranslations('common')
  return useMemo(() => (name, text) => translate('named', { name, text }), [translate])
}
