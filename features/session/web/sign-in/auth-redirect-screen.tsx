import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { redirectTarget } from './redirect-target.ts'
import { SignInFrame } from '../sign-in-frame/sign-in-frame.tsx'

/**
 * `/auth-redirect?redirect={path}`: who comes back from elsewhere lands here and is led on, by
 * sign-in where there is no session.
 */
export default function AuthRedirectScreen() {
  const translate = useTranslations('session')
  const navigate = useNavigate()
  const { redirect }: { readonly redirect?: unknown } = useSearch({ strict: false })
  const href = redirectTarget(redirect, location.origin)
  useEffect(() => void navigate({ href, replace: true }), [navigate, href])
  return (
    <SignInFrame>
      <p role="status">{translate('arriving')}</p>
    </SignInFrame>
  )
}
