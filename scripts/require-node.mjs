// Runs under whatever Node is there, so it uses nothing new.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    `Warroom needs Node 24 or newer; this is ${process.version}. ` +
      `"npm ci" brings one on Linux (x64, arm64): ` +
      'run it without --omit=optional. On other systems install Node 24 first.\n',
  )
  process.exit(1)
}
