import { useQuery } from '@tanstack/react-query'
import { Alert, ConfigProvider } from 'antd'
import { Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { passesGate } from '#kit/model/gate.ts'
import { mayOnlyRead } from '#kit/model/permission.ts'
import { AntdProvider } from '#kit/web/antd/theme/antd-provider.tsx'
import { profileSections } from '#kit/web/profile-section.ts'
import { FailureNotice } from '#kit/web/screens/failure-notice.tsx'
import { OwnData } from '../own-data/own-data.tsx'
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
  const rights = useSession() ?? null
  const isReadOnly = mayOnlyRead(rights?.roles ?? [])
  const { data: profile, error, refetch } = useQuery(profileQuery)
  if (profile === undefined && error !== null) {
    return (
      <div className="profile">
        <section className="panel">
          <FailureNotice error={error} onRetry={() => void refetch()} title={translate('failed')} />
        </section>
      </div>
    )
  }
  if (profile === undefined) {
    return (
      <div className="profile" role="status">
        <span className="visually-hidden">{translate('loading')}</span>
        <div className="skeleton area profile-waiting" />
        <div className="skeleton area profile-waiting" />
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
          <OwnData />
        </div>
        <OwnSessions />
        {profileSections()
          .filter(({ gate }) => passesGate(gate, rights))
          .map(({ Section }, index) => (
            <Suspense key={index}>
              <Section />
            </Suspense>
          ))}
      </div>
    </ConfigProvider>
  )
}
