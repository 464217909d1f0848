import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { toast } from '../toast.ts'
import { useNavigateHere } from '../screens/navigate-here.ts'
import type { Search } from './address.ts'

/** Says in a message which parts of the address this page cannot show. */
export function useMisreadMessage(names: readonly string[]): void {
  const translate = useTranslations('common')
  const list = names.join(', ')
  useEffect(() => {
    if (list !== '') toast('warning', translate('misreadAddress', { names: list }))
  }, [list, translate])
}

/**
 * Takes the fields that were misread out of the address, without a step in the browser's history,
 * and says so in a message: what the page shows is what its address names.
 */
export function useMisreadAddress(names: readonly string[]): void {
  useMisreadMessage(names)
  const navigate = useNavigateHere()
  const list = names.join(' ')
  useEffect(() => {
    if (list === '') return
    const misread = new Set(list.split(' '))
    void navigate({
      to: '.',
      replace: true,
      search: (before: Search) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !misread.has(name))),
    })
  }, [list, navigate])
}
