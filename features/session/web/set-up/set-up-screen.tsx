import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Notice } from '#kit/ui/notice.tsx'
import { SetUpForm } from './set-up-form.tsx'
import { SignInFrame } from '../sign-in-frame/sign-in-frame.tsx'

/**
 * `/setup#TOKEN`: the one-time link that an installation without users prints makes its first
 * administrator here.
 */
export default function SetUpScreen() {
  const translate = useTranslations('session.setup')
  const navigate = useNavigate()
  const token = useToken()
  const [refused, setRefused] = useState<string | null>(null)
  if (token === '' || token === refused) {
    return (
      <SignInFrame>
        <SpentLink />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame>
      <h1>{translate('title')}</h1>
      <p className="sign-in-site">{translate('intro')}</p>
      <SetUpForm
        token={token}
        onDone={() => void navigate({ to: '/', replace: true })}
        onRefused={() => setRefused(token)}
      />
    </SignInFrame>
  )
}

/**
 * The token of the address. It stays while the page is being left, or the good link would be called
 * invalid for a moment.
 */
function useToken(): string {
  const hash = useLocation({ select: (location) => location.hash })
  const [token, setToken] = useState(hash)
  if (hash !== '' && hash !== token) setToken(hash)
  return token
}

/** The link was used, is too old, was replaced by a newer one, or has lost its end on the way. */
function SpentLink() {
  const translate = useTranslations('session.setup')
  const toSignIn = (
    <Link to="/login" className="button">
      {translate('toSignIn')}
    </Link>
  )
  return (
    <Notice icon="lock" title={translate('spentTitle')} action={toSignIn} isFailure isPage>
      <p>{translate('spentText')}</p>
    </Notice>
  )
}
