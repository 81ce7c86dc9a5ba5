// The pins of docs/extend/router-verilog.md around ready_valid_router. An output is ready while there are credits. Each
// packet carries the number of its input, so that the credit can be given when it leaves.
module ready_valid_wrapper #(
    parameter int VCS = 1,
    parameter int DEPTH = 2
) (
    input logic clk, reset,
    input logic [15:0] x, y,
    input logic [4:0] in_valid, in_head, in_tail,
    input logic [4:0][7:0] in_vc,
    input logic [4:0][63:0] in_data,
    output logic [4:0][VCS-1:0] in_credit,
    output logic [4:0] out_valid, out_head, out_tail,
    output logic [4:0][7:0] out_vc,
    output logic [4:0][63:0] out_data,
    input logic [4:0][VCS-1:0] out_credit
);
  typedef struct packed { logic [2:0] from; logic [63:0] data; logic [7:0] y, x; } packet_t;
  packet_t [4:0] into, outof;
  logic [4:0] valid, valid_out, ready;
  logic [4:0][7:0] credits;

  ready_valid_router #(.PAYLOAD(67), .PLACES(DEPTH)) router (
      .clk, .rst_n(!reset), .my_x(x[7:0]), .my_y(y[7:0]), .in_valid(valid), .in_ready(), .in_packet(into),
      .out_valid(valid_out), .out_ready(ready), .out_packet(outof));

  always_comb  // port p of the pins is port (p + 1) % 5 of the router
    for (int p = 0; p < 5; ++p) begin
      valid[(p+1)%5] = in_valid[p];
      into[(p+1)%5] = {3'(p), in_data[p], in_data[p][23:16], in_data[p][7:0]};
      ready[(p+1)%5] = credits[p] != 0;
    end
  always_comb begin
    {in_credit, out_vc} = '0;
    for (int p = 0; p < 5; ++p) begin
      {out_valid[p], out_head[p], out_tail[p]} = {3{valid_out[(p+1)%5] && ready[(p+1)%5]}};
      out_data[p] = outof[(p+1)%5].data;
      if (out_valid[p]) in_credit[outof[(p+1)%5].from] = 1;
    end
  end
  always_ff @(posedge clk)
    for (int p = 0; p < 5; ++p) credits[p] <= reset ? 8'(DEPTH) : credits[p] + 8'(out_credit[p]) - 8'(out_valid[p]);
endmodule
