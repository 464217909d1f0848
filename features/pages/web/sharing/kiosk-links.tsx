import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '#kit/ui/dialog/confirm-dialog.tsx'
import { showFailure } from '#kit/web/calls/query.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { KioskLink } from '../../contract/kiosk.ts'
import { maximumNameLength } from '../../contract/limits.ts'
import { NewLink } from './new-link.tsx'
import { useAddLink, useRevokeLink } from './query-sharing.ts'

interface KioskLinksProps {
  readonly id: string
  readonly links: readonly KioskLink[]
}

/** The links to a board that are open, and a form for one more. */
export function KioskLinks({ id, links }: KioskLinksProps) {
  const translate = useTranslations('pages.sharing')
  const now = useNow(60_000)
  const revoke = useRevokeLink(id)
  const [made, setMade] = useState<string | null>(null)
  const [asked, setAsked] = useState<KioskLink | null>(null)
  const open = links.filter(({ revokedAt, expiresAt }) => revokedAt === null && expiresAt > now)
  return (
    <>
      {open.length === 0 ? (
        <p>{translate('noLinks')}</p>
      ) : (
        <ul className="sharing-list">
          {open.map((link) => (
            <LinkRow key={link.id} link={link} onRevoke={() => setAsked(link)} />
          ))}
        </ul>
      )}
      <LinkForm id={id} onMade={setMade} />
      {made !== null && <NewLink address={made} onClose={() => setMade(null)} />}
      {asked && (
        <ConfirmDialog
          title={translate('revokeTitle', { name: isolated(asked.name) })}
          text={translate('revokeText')}
          confirm={translate('revoke')}
          cancel={translate('cancel')}
          isPending={revoke.isPending}
          onConfirm={() => revoke.mutate(asked.id, { onSuccess: () => setAsked(null) })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

interface LinkRowProps {
  readonly link: KioskLink
  readonly onRevoke: () => void
}

function LinkRow({ link, onRevoke }: LinkRowProps) {
  const translate = useTranslations('pages.sharing')
  const format = useFormat()
  const { name, expiresAt, lastUsedAt, opens } = link
  return (
    <li>
      <span className="clip words">{name}</span>
      <small>
        {translate('until', { date: format.date(expiresAt) })}
        {' · '}
        {lastUsedAt === null
          ? translate('neverUsed')
          : translate('lastUsed', { time: format.dateTime(lastUsedAt) })}
        {!opens && ` · ${translate('opensNothing')}`}
      </small>
      <button
        type="button"
        className="button small"
        aria-label={translate('revokeOf', { name: isolated(name) })}
        onClick={onRevoke}
      >
        {translate('revoke')}
      </button>
    </li>
  )
}

const dayChoices = [1, 7, 30, 365] as const

interface LinkFormProps {
  readonly id: string
  readonly onMade: (address: string) => void
}

function LinkForm({ id, onMade }: LinkFormProps) {
  const translate = useTranslations('pages.sharing')
  const add = useAddLink(id)
  const form = `kiosk link ${id}`
  const [name, setName] = useState(useInterrupted<string>(form) ?? '')
  const [days, setDays] = useState<number>(30)
  const [isMissing, setMissing] = useState(false)
  const errorId = useId()
  useUnsaved(form, name !== '', () => name)
  const send = () => {
    if (add.isPending) return
    if (name.trim() === '') return setMissing(true)
    add.mutate(
      { name: name.trim(), days },
      {
        onSuccess: ({ data: { token } }) => {
          // What was typed meanwhile is of the next link.
          setName((now) => (now === name ? '' : now))
          onMade(`${window.location.origin}/kiosk/${token}`)
        },
        onError: (failure) => void showFailure(failure),
      },
    )
  }
  return (
    <form
      className="sharing-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className="field" {...(isMissing ? { 'data-invalid': '' } : {})}>
        <span className="field-label">{translate('linkName')}</span>
        <span className="input">
          <input
            value={name}
            maxLength={maximumNameLength}
            autoComplete="off"
            aria-invalid={isMissing}
            aria-describedby={errorId}
            onChange={({ target }) => {
              setName(target.value)
              setMissing(false)
            }}
          />
        </span>
      </label>
      <label className="field">
        <span className="field-label">{translate('days')}</span>
        <span className="input">
          <select value={days} onChange={({ target }) => setDays(Number(target.value))}>
            {dayChoices.map((count) => (
              <option key={count} value={count}>
                {translate('dayCount', { count })}
              </option>
            ))}
          </select>
        </span>
      </label>
      <button type="submit" className="button primary" aria-disabled={add.isPending}>
        {translate('addLink')}
      </button>
      <p className="field-error" id={errorId} role="alert">
        {isMissing && translate('linkNameMissing')}
      </p>
    </form>
  )
}
