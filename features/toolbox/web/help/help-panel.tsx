import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Skeleton } from '#kit/ui/skeleton.tsx'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { GuideArticle } from '../documentation/guide-article.tsx'
import { useGuide } from '../documentation/use-guide.ts'
import { StartTour } from '../tour/start-tour.tsx'
import { useKeys } from '../use-keys.ts'
import { closeHelp } from './help-state.ts'
import './help-panel.css'

/**
 * A page of the guide at the right edge, over the screen that it is about; everything else can be
 * used meanwhile. Has the focus when it opens; Escape closes it.
 */
export default function HelpPanel({ page }: { readonly page: string }) {
  const translate = useTranslations('toolbox.help')
  const common = useTranslations('common')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  useKeys((key) => {
    const isOurs = key === 'Escape' && (panel.current?.contains(document.activeElement) ?? false)
    if (isOurs) closeHelp()
    return isOurs
  })
  return (
    <aside ref={panel} className="help-panel" aria-label={translate('title')} tabIndex={-1}>
      <header>
        <strong>{translate('title')}</strong>
        <button
          type="button"
          className="icon-button"
          aria-label={common('close')}
          onClick={closeHelp}
        >
          <Icon name="close" />
        </button>
      </header>
      <Content page={page} />
    </aside>
  )
}

function Content({ page }: { readonly page: string }) {
  const translate = useTranslations('toolbox.help')
  const guide = useGuide()
  if (guide.isError)
    return <FailureNotice error={guide.error} onRetry={() => void guide.refetch()} />
  const shown = guide.data?.find(({ id }) => id === page)
  if (!shown) return <Skeleton width="100%" height="240px" />
  return (
    <GuideArticle key={shown.id} page={shown}>
      <p className="help-actions">
        <Link to="/documentation/index" search={{ page }} className="button" onClick={closeHelp}>
          {translate('all')}
        </Link>
        <StartTour onPress={closeHelp} />
      </p>
    </GuideArticle>
  )
}
