/** Of a Content-Type what stands before the parameters, in small letters; empty without one (RFC 9110, 8.3.1). */
export function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1).join().trim().toLowerCase();
}
