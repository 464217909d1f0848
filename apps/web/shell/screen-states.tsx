import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'

/** While the code of a screen is on its way. */
export function ScreenLoading() {
  const translate = useTranslations('common')
  return (
    <div className="screen-loading" role="status">
      <span className="visually-hidden">{translate('loading')}</span>
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  )
}

/** In the place of a screen that threw: the menu and the top bar stay. */
export function ScreenError({ reset }: ErrorComponentProps) {
  const translate = useTranslations()
  const router = useRouter()
  return (
    <Notice
      icon="warning"
      title={translate('shell.broken.title')}
      isFailure
      action={
        <button
          type="button"
          className="button"
          onClick={() => {
            reset()
            void router.invalidate()
          }}
        >
          <Icon name="refresh" />
          {translate('common.retry')}
        </button>
      }
    >
      <p>{translate('shell.broken.text')}</p>
    </Notice>
  )
}
