/** Whether a host, as `URL` gives it or as it is written, is this machine: only to it anything goes in the clear. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|\[::1\]|::1|127\.[\d.]+)$/.test(hostname);
}
