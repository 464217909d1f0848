import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { PanelTexts } from '#kit/ui/panel/panel.tsx'

/** What panels say in the language of the page. */
export function usePanelTexts(): PanelTexts {
  const translate = useTranslations('panel')
  const common = useTranslations('common')
  return useMemo(
    () => ({
      refresh: translate('refresh'),
      collapse: translate('collapse'),
      expand: translate('expand'),
      fullScreen: translate('fullScreen'),
      leaveFullScreen: translate('leaveFullScreen'),
      loading: common('loading'),
    }),
    [translate, common],
  )
}
