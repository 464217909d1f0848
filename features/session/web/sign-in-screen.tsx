import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DemoAccounts } from './demo-accounts.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSite } from './use-site.ts'

/** `/login` */
export default function SignInScreen() {
  const translate = useTranslations('session')
  const site = useSite()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  return (
    <SignInFrame>
      <h1>{translate('title')}</h1>
      <p className="sign-in-site">{site?.name ?? '\u00a0'}</p>
      <SignInForm email={email} password={password} onEmail={setEmail} onPassword={setPassword} />
      {site?.demo && (
        <DemoAccounts
          demo={site.demo}
          onChoose={(account) => {
            setEmail(account)
            setPassword(site.demo?.password ?? '')
          }}
        />
      )}
    </SignInFrame>
  )
}
