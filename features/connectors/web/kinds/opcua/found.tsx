import { useTranslations } from 'use-intl'
import { OpcUaFound } from '#features/connectors/contract/kinds/opcua.ts'

/** The server that a test has reached. */
export function Found({ found }: { readonly found: unknown }) {
  const translate = useTranslations('connectors.kinds.opcua.found')
  const read = OpcUaFound.safeParse(found)
  if (!read.success || read.data.found !== 'server') return null
  const { product, state } = read.data
  return <p>{translate('server', { product, state })}</p>
}
