import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { ResetForm } from './reset-form.tsx'
import { SignInFrame } from '../sign-in-frame/sign-in-frame.tsx'

/** `/reset#TOKEN`: who was given a one-time link chooses a password here. */
export default function ResetScreen() {
  const translate = useTranslations('session.reset')
  const token = useLocation({ select: ({ hash }) => hash })
  const [isDone, setDone] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  if (isDone)
    return <Outcome icon="check" title={translate('doneTitle')} text={translate('doneText')} />
  if (token === '' || token === refused) {
    return (
      <Outcome
        icon="lock"
        title={translate('spentTitle')}
        text={translate('spentText')}
        isFailure
      />
    )
  }
  return (
    <SignInFrame>
      <h1>{translate('title')}</h1>
      <p className="sign-in-site">{translate('intro')}</p>
      <ResetForm token={token} onDone={() => setDone(true)} onRefused={() => setRefused(token)} />
    </SignInFrame>
  )
}

interface OutcomeProps {
  readonly icon: 'check' | 'lock'
  readonly title: string
  readonly text: string
  readonly isFailure?: boolean
}

function Outcome({ icon, title, text, isFailure = false }: OutcomeProps) {
  const translate = useTranslations('session.setup')
  const toSignIn = (
    <Link to="/login" className="button">
      {translate('toSignIn')}
    </Link>
  )
  return (
    <SignInFrame>
      <Notice icon={icon} title={title} action={toSignIn} isFailure={isFailure} isPage>
        <p>{text}</p>
      </Notice>
    </SignInFrame>
  )
}
