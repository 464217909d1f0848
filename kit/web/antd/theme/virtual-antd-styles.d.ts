/** What the build makes of the component library's styles. */
declare module 'virtual:antd-styles' {
  /** Where the sheet is. */
  const address: string
  export default address
}
