import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Logo, type IconName } from '#kit/ui/icon.tsx'
import { Notice } from '#kit/ui/notice.tsx'
import { useHasInterrupted } from '#kit/web/screens/unsaved-entries.ts'
import { isMarkedSignedIn } from '../../../../features/session/web/session/session-marker.ts'
import './message-pages.css'

/** `/404` */
export function NotFoundPage() {
  return <MessagePage icon="search" kind="notFound" />
}

/** `/401`: the page exists, but not for this person. */
export function NoPermissionPage() {
  return <MessagePage icon="lock" kind="noPermission" />
}

function MessagePage({
  icon,
  kind,
}: {
  readonly icon: IconName
  readonly kind: 'notFound' | 'noPermission'
}) {
  const translate = useTranslations('shell')
  const common = useTranslations('common')
  const hasKept = useHasInterrupted()
  return (
    <main className="message-page">
      <div className="message-page-brand">
        <Logo />
        {common('productName')}
      </div>
      <Notice
        isPage
        icon={icon}
        title={translate(`${kind}.title`)}
        action={
          <Link to="/" className="button primary">
            {translate(isMarkedSignedIn() ? 'toHome' : 'toSignIn')}
          </Link>
        }
      >
        <p>{translate(`${kind}.text`)}</p>
        {hasKept && <p>{translate(`${kind}.kept`)}</p>}
      </Notice>
    </main>
  )
}
