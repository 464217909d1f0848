/** The address of a broker without the name and password for it: what may be stored and shown. */
export function brokerAddress(url: string): string {
  const address = new URL(url)
  address.username = ''
  address.password = ''
  return address.href
}
