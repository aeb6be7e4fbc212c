/** What of a request its offer begins with. */
export interface OfferedRequest {
  id: string;
  status: string;
  full_name: string;
  owner_name: string;
  rental_value: number;
}
