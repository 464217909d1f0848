import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { prepareCaptcha } from './captcha.ts'
import { DemoAccounts } from './demo-accounts.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from '../sign-in-frame/sign-in-frame.tsx'
import { useSignInTarget } from './use-sign-in-target.ts'
import { useSite } from '../session/use-site.ts'

interface SignInPageProps {
  readonly title: string
  readonly intro: string
  /** Which brand the page has: its colours are in `sign-in.css`. */
  readonly brand: 'own' | 'partner'
}

/** `/login` */
export default function SignInScreen() {
  const translate = useTranslations('session')
  return <SignInPage brand="own" title={translate('title')} intro={useSite()?.name ?? '\u00a0'} />
}

/** The page on which people sign in, under whichever brand. */
export function SignInPage({ title, intro, brand }: SignInPageProps) {
  const site = useSite()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [ticket, setTicket] = useState<string | null>(null)
  const { open } = useSignInTarget()
  const captcha = site?.captcha
  useEffect(() => {
    if (captcha) prepareCaptcha(captcha)
  }, [captcha])
  if (ticket !== null) {
    return (
      <SignInFrame brand={brand}>
        <h1>{title}</h1>
        <SecondStepForm ticket={ticket} onDone={open} onBack={() => setTicket(null)} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame brand={brand}>
      <h1>{title}</h1>
      <p className="sign-in-site">{intro}</p>
      <SignInForm
        email={email}
        password={password}
        onEmail={setEmail}
        onPassword={setPassword}
        onSecondStep={setTicket}
      />
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
