import { useQuery } from '@tanstack/react-query'
import { Alert, ConfigProvider } from 'antd'
import { useTranslations } from 'use-intl'
import { looksOnly } from '#kit/model/permission.ts'
import { Notice } from '#kit/ui/notice.tsx'
import { AntdProvider } from '#kit/web/antd/antd-provider.tsx'
import { failureKey } from '#kit/web/calls/failure-text.ts'
import { OwnSessions } from '../own-sessions/own-sessions.tsx'
import { PasswordPanel } from './profile-password.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SecondFactorPanel } from '../second-factor/second-factor-panel.tsx'
import { profileQuery } from './query-profile.ts'
import { useSession } from '../session/use-session.ts'
import './profile.css'

/** `/profile/edit` */
export default function ProfileScreen() {
  return (
    <AntdProvider>
      <OwnProfile />
    </AntdProvider>
  )
}

function OwnProfile() {
  const translate = useTranslations('session.profile')
  const told = useTranslations('errors')
  const isReadOnly = looksOnly(useSession()?.roles ?? [])
  const { data: profile, error, refetch } = useQuery(profileQuery)
  if (profile === undefined && error !== null) {
    const retry = (
      <button type="button" className="button" onClick={() => void refetch()}>
        {translate('retry')}
      </button>
    )
    return (
      <div className="profile">
        <section className="panel">
          <Notice icon="warning" title={translate('failed')} action={retry} isFailure>
            <p className="sentence">{told(failureKey(error))}</p>
          </Notice>
        </section>
      </div>
    )
  }
  if (profile === undefined) {
    return (
      <div className="profile" role="status">
        <span className="visually-hidden">{translate('loading')}</span>
        <div className="skeleton profile-waiting" />
        <div className="skeleton profile-waiting" />
      </div>
    )
  }
  return (
    <ConfigProvider componentDisabled={isReadOnly}>
      <div className="profile">
        {isReadOnly && (
          <Alert type="info" title={translate('readOnly')} className="profile-read-only" />
        )}
        <ProfileForm profile={profile} />
        <div className="profile-column">
          <PasswordPanel personal={[profile.name, profile.email]} />
          <SecondFactorPanel profile={profile} />
        </div>
        <OwnSessions />
      </div>
    </ConfigProvider>
  )
}
